// The one door to the engine. Everything the table knows of the game comes through `ask`; what travels is
// exactly the protocol's JSON. Another way to reach the engine is another class with the same method.

/**
 * @typedef {{place: number, face: string | null}} CardView  `face` is null while the card lies face down
 * @typedef {{
 *   deal: number, code: string, piles: Record<string, CardView[]>,
 *   targets: Record<string, Record<string, string[]>>, taps: Record<string, string>,
 *   score: number, moves: number, undo: number, redo: number, pass: number,
 *   next_deal: number, won: boolean, finishable: boolean, move_left: boolean,
 * }} View
 * @typedef {{
 *   code: string, source: string, target: string,
 *   cards: string[], onto: string | null, wanted: string[],
 * }} Refusal
 * @typedef {{kept: number, reason: string, detail: string}} RecordProblem
 * @typedef {{
 *   record: string, played: string | null, refusal: Refusal | null, view: View, problem?: RecordProblem | null,
 * }} Answer
 * @typedef {{reason: string, found: string, place: number, detail: string}} CodeProblem
 * @typedef {{deal: number | null, code: string | null, problem: CodeProblem | null}} Description
 * @typedef {{ask(name: string, body: object): Promise<any>}} Backend
 */

/** The engine did not answer, or did not take what it was asked. */
export class BackendError extends Error {
  /**
   * @param {string} message
   * @param {string | null} pointer  what in the question the engine did not take (a JSON pointer, "" for all of
   *   it); null where the engine itself has not answered
   */
  constructor(message, pointer) {
    super(message);
    this.pointer = pointer;
  }
}

/** After so many milliseconds without an answer there will be none. */
const PATIENCE = 15_000;

/** The engine behind the local server. */
export class HttpBackend {
  /** @param {string} base  where the server's routes begin, e.g. "api/" */
  constructor(base) {
    this.base = base;
  }

  /**
   * @param {string} name  what is asked, see the protocol
   * @param {object} body
   * @returns {Promise<any>}
   */
  async ask(name, body) {
    let response;
    try {
      response = await fetch(this.base + name, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE),
      });
    } catch (error) {
      throw new BackendError(String(error), null);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    // Only the engine itself answers a question it does not take with this status.
    const taken = response.status !== 422;
    throw new BackendError(answer?.detail ?? `HTTP ${response.status}`, taken ? null : (answer?.pointer ?? ""));
  }
}

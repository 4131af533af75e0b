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

/** The engine could not be asked, or did not understand. `unreachable` tells which. */
export class BackendError extends Error {
  /**
   * @param {string} message
   * @param {boolean} unreachable
   */
  constructor(message, unreachable) {
    super(message);
    this.unreachable = unreachable;
  }
}

/** Statuses by which something in between says that the engine is not there. */
const NOBODY_BEHIND = [502, 503, 504];

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
      });
    } catch (error) {
      throw new BackendError(String(error), true);
    }
    const answer = await response.json().catch(() => null);
    if (response.ok && answer) return answer;
    throw new BackendError(answer?.detail ?? `HTTP ${response.status}`, NOBODY_BEHIND.includes(response.status));
  }
}

// The one door to the engine. Everything the table knows of the game comes through `ask`; what travels is
// exactly the protocol's JSON. Each way to reach the engine is a class with this method.

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
 *   actions?: number,
 * }} Answer  `problem` and `actions` only where a game is looked at
 * @typedef {{reason: string, found: string, place: number, detail: string}} CodeProblem
 * @typedef {{deal: number | null, code: string | null, problem: CodeProblem | null}} Description
 * @typedef {{signal?: AbortSignal, thinking?: number}} Waiting  `signal` gives up the question; `thinking`, in
 *   milliseconds, is what the engine may take on top
 * @typedef {{ask(name: string, body: object, waiting?: Waiting): Promise<any>}} Backend
 * @typedef {Backend & {start(): unknown}} PageBackend  `start` has it begin what it needs before it can answer, where that
 *   takes time; otherwise the first question does
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
export const PATIENCE = 15_000;

/**
 * What the engine's answer comes to.
 * @param {number} status
 * @param {any} answer  null where it is no JSON
 */
export function taken(status, answer) {
  if (status === 200 && answer) return answer;
  // Only the engine itself answers a question it does not take with this status.
  const pointer = status === 422 ? (answer?.pointer ?? "") : null;
  throw new BackendError(answer?.detail ?? `HTTP ${status}`, pointer);
}

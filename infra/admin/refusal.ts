/** A reason not to do what was asked: shown as one line, without a stack. Nothing was changed unless it says so. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

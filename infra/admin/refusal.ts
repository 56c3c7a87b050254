/** A reason not to do what was asked: shown as one line, without a stack. Nothing was changed unless it says so. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What the process exits with. Default: 1 */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

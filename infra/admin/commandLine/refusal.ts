/** A reason for not doing what was asked, shown as one line without a stack. Nothing was changed unless the message says so. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The exit code of the process. Default: 1 */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

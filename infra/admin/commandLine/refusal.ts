/**
 * The reason why a command did not do what was asked. The reason is shown as one line, without a stack. The command changed nothing, unless
 * the reason says so.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The exit code of the process. Default: 1 */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Why no ordinary PDF reader shows a file: the readers refuse it, or find no page in it. */
export const unreadableCodes = ['damaged', 'no_pages'] as const;
type UnreadableCode = (typeof unreadableCodes)[number];

/** Thrown when no ordinary PDF reader could show the file. The message is the error that such a reader would show. */
export class UnreadablePdfError extends Error {
  override readonly name = 'UnreadablePdfError';
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.code = code;
  }
}

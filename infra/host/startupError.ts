/** An error whose message fully explains why the host cannot start. The message is shown as one line, without a stack. */
export class StartupError extends Error {}

/** Returns whether listening failed because the port is in use. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

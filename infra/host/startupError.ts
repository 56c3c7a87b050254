/** A reason not to start that its message explains in full: it is shown as one line, without a stack. */
export class StartupError extends Error {}

/** Whether listening failed because something else has the port. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

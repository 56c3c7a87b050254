/**
 * The limit of V8's young generation in a thread, in megabytes: three times a semi-space. V8's default is 48 on a large machine. `npm start`
 * sets the same limit for all threads by `--max-semi-space-size`, because only this option reaches the main thread.
 */
export const maxYoungGenerationSizeMb = 24;

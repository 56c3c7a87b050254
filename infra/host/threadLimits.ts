/**
 * How much a thread may allocate before V8 looks for what has died young, in megabytes: three times a half of that space.
 * By itself V8 lets every thread take 48 on a large machine, and the buffers that dead objects still hold come on top.
 */
export const maxYoungGenerationSizeMb = 12;

/**
 * The limit of V8's young generation in megabytes: three times a semi-space. V8's default on a large machine is 48 for each thread,
 * plus the buffers of dead objects that are not collected yet.
 */
export const maxYoungGenerationSizeMb = 12;

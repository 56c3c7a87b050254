/**
 * The limit of V8's young generation in megabytes: three times a semi-space. On a large machine, V8's default is 48 megabytes for each
 * thread. Buffers of dead objects that are not collected yet would take further memory.
 */
export const maxYoungGenerationSizeMb = 12;

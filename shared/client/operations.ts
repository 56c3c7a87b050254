import type { shapes } from './shapes.ts';

/** The inputs and outputs of each operation, by its id. */
export type Operations = ReturnType<typeof shapes>;
export type OperationId = keyof Operations;

import type * as z from 'zod/mini';
import type { JsonBody, MultipartBody, OperationContract } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import type { Payload } from './payload.ts';

/** Query parameters are optional or not as they are sent, and have the types that handlers get: `limit` is a number. */
type Query<C extends OperationContract> = {
  [Name in keyof z.input<C['query']>]: z.output<C['query']>[Name & keyof z.output<C['query']>];
};

/** A form takes a file, or the id of an upload in its place: which of the two there is, the service looks at. */
type Body<C extends OperationContract> = C['body'] extends JsonBody
  ? z.input<C['body']['schema']>
  : C['body'] extends MultipartBody
    ? z.input<C['body']['fields']> &
        (Record<C['body']['file'], Payload> | Record<C['body']['upload'], string>)
    : unknown;

/** Leaves out what stands in the place of path parameters or a query where an operation has none. */
type Known<T> = string extends keyof T ? unknown : T;

type Input<C extends OperationContract> = Known<z.input<C['pathParameters']>> & Known<Query<C>> & Body<C>;

declare const shapesOf: <Operations extends Readonly<Record<string, OperationContract>>>(
  operations: Operations,
) => {
  readonly [Id in keyof Operations]: {
    /** What is sent as the body, if anything is. */
    readonly body: Operations[Id]['body'] extends { readonly kind: infer Kind } ? Kind : null;
    /** Path parameters, query and the body's fields in one object. */
    readonly input: Input<Operations[Id]> extends infer Given
      ? { [Name in keyof Given]: Given[Name] }
      : never;
    readonly output: Operations[Id]['success']['schema'] extends z.ZodMiniType
      ? z.input<Operations[Id]['success']['schema']>
      : undefined;
  };
};

/**
 * What each operation takes and answers. Only the type is of use: because it is inferred, the compiler writes it out in full
 * into its declarations, which then need neither zod nor the contract.
 */
export const shapes = () => shapesOf(operations);

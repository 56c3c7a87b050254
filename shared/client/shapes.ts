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

type Success = OperationContract['success'];
type Output<S extends Success> = S['schema'] extends z.ZodMiniType
  ? S extends { readonly shownOnce: { readonly without: infer Without extends z.ZodMiniType } }
    ? ShownOnce<z.input<Without> & Partial<z.input<S['schema']>>>
    : z.input<S['schema']>
  : undefined;

/** A secret that is shown once is left out of an answer that is given again late, to an `idempotencyKey` of the caller's choice. */
type ShownOnce<T> = { [Name in keyof T]: T[Name] };

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
    readonly output: Output<Operations[Id]['success']>;
  };
};

/**
 * What each operation takes and answers. Only the type is of use: because it is inferred, the compiler writes it out in full
 * into its declarations, which then need neither zod nor the contract.
 */
export const shapes = () => shapesOf(operations);

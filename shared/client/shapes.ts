import type * as z from 'zod/mini';
import type { FileBody, JsonBody, MultipartBody, OperationContract } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import type { Payload } from './payload.ts';

/** Query parameters: optional if they are optional in a request, but with the types that handlers receive (`limit` is a number). */
type Query<C extends OperationContract> = {
  [Name in keyof z.input<C['query']>]: z.output<C['query']>[Name & keyof z.output<C['query']>];
};

/** A form has a file or the id of an upload. */
type Body<C extends OperationContract> = C['body'] extends JsonBody
  ? z.input<C['body']['schema']>
  : C['body'] extends MultipartBody
    ? z.input<C['body']['fields']> &
        (Record<C['body']['file'], Payload> | Record<C['body']['upload'], string>)
    : C['body'] extends FileBody
      ? Record<C['body']['file'], Blob>
      : unknown;

/** Removes placeholder types: an operation without path parameters, or without a query, has a placeholder in their place. */
type Known<T> = string extends keyof T ? unknown : T;

type Input<C extends OperationContract> = Known<z.input<C['pathParameters']>> & Known<Query<C>> & Body<C>;

type Success = OperationContract['success'];
type Output<S extends Success> = S['schema'] extends z.ZodMiniType
  ? S extends { readonly shownOnce: { readonly without: infer Without extends z.ZodMiniType } }
    ? ShownOnce<z.input<Without> & Partial<z.input<S['schema']>>>
    : z.input<S['schema']>
  : undefined;

/** An output with a one-time secret. The secret is optional, because a late replay of the answer has no secret. */
type ShownOnce<T> = { [Name in keyof T]: T[Name] };

declare const shapesOf: <Operations extends Readonly<Record<string, OperationContract>>>(
  operations: Operations,
) => {
  readonly [Id in keyof Operations]: {
    /** The kind of body, if there is one. */
    readonly body: Operations[Id]['body'] extends { readonly kind: infer Kind } ? Kind : null;
    /** Path parameters, query and the body's fields in one object. */
    readonly input: Input<Operations[Id]> extends infer Given
      ? { [Name in keyof Given]: Given[Name] }
      : never;
    readonly output: Output<Operations[Id]['success']>;
  };
};

/**
 * The inputs and outputs of each operation. Only the type of this function is used. The compiler infers the type and writes it in full into
 * the declarations, so the declarations need neither zod nor the contract.
 */
export const shapes = () => shapesOf(operations);

import type * as z from 'zod/mini';
import type { JsonBody, OperationContract } from '../../contract/operation.ts';

/** A form has no example: its file is not text. */
type RequestOf<C extends OperationContract> = C['body'] extends JsonBody
  ? { readonly request: z.input<C['body']['schema']> }
  : unknown;
type AnswerOf<C extends OperationContract> = C['success']['schema'] extends z.ZodMiniType
  ? { readonly response: z.input<C['success']['schema']> }
  : unknown;
type TextOf<C extends OperationContract> = {
  readonly description: string;
  /** Describes a success. */
  readonly success: string;
} & RequestOf<C> &
  AnswerOf<C>;

/** The texts of the operations that a file of `contract/operations/` defines. */
export type TextsOf<Contracts extends Readonly<Record<string, OperationContract>>> = {
  readonly [I in keyof Contracts]: TextOf<Contracts[I]>;
};

export const lastPage = { next_cursor: '', has_more: false };

/** What is said of lists with a filter that no key answers (`shared/data/pages.ts`). */
export const shortPages =
  'A page looks at 1,000 entries at most, so with a filter it may have fewer than `limit`, even none, while `has_more` is true: ' +
  'go on with `next_cursor`.';

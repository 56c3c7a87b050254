import * as z from 'zod/mini';
import type { FileBody, JsonBody, MultipartBody, OperationContract } from '../operation.ts';

/** The descriptions of an object's fields, or examples of another value. */
type DetailsOf<S extends z.ZodMiniType> =
  S extends z.ZodMiniObject<infer Shape>
    ? { readonly fields: Readonly<Record<keyof Shape & string, string>> }
    : { readonly examples?: readonly z.output<S>[] };

export interface Words {
  readonly description: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly examples?: readonly unknown[];
  /** Fields that are published as extensions. Default: none */
  readonly extensions?: readonly string[];
}

/** The words for every named schema, by its name. */
export const described = new Map<string, Words>();

/**
 * Publishes a schema of the contract under a name, with words for it. The name is stored in zod's registry, which the functions of the
 * service never fill.
 */
export function named<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  words: Pick<Words, 'description' | 'extensions'> & DetailsOf<S>,
): S {
  if (described.has(name)) throw new Error(`The name ${name} is taken`);
  described.set(name, words);
  z.globalRegistry.add(schema, { id: name });
  return schema;
}

/** Publishes the schema of an identifier, with an example. */
export function namedId<S extends z.ZodMiniType>(name: string, schema: S, of: string, example: z.output<S>) {
  named<z.ZodMiniType>(name, schema, { description: `Names ${of}.`, examples: [example] });
}

type RequestOf<C extends OperationContract> = C['body'] extends JsonBody
  ? {
      readonly requestBody: BodyWords & DetailsOf<C['body']['schema']>;
      readonly request: z.input<C['body']['schema']>;
    }
  : C['body'] extends MultipartBody
    ? { readonly requestBody: BodyWords & FormDetails<C['body']> }
    : C['body'] extends FileBody
      ? { readonly requestBody: Pick<BodyWords, 'description'> }
      : unknown;

/** A form has no example: its file is not text. */
interface FormDetails<B extends MultipartBody> {
  readonly fields: Readonly<Record<(keyof z.output<B['fields']> & string) | B['file'], string>>;
}

type ResponseOf<C extends OperationContract> = C['success']['schema'] extends z.ZodMiniType
  ? {
      readonly responseBody?: AnswerWords & DetailsOf<C['success']['schema']>;
      readonly response: z.input<C['success']['schema']>;
    }
  : unknown;

interface BodyWords extends Words {
  /** Default: the operation's id in upper camel case */
  readonly name?: string;
}

interface AnswerWords extends Partial<Words> {
  readonly name: string;
  /** Default: the description of the success */
  readonly description?: string;
}

/** The words for one operation. */
export interface OperationWords {
  readonly description: string;
  /** The body of a request. */
  readonly requestBody?: BodyWords;
  /** An example of the request body. */
  readonly request?: unknown;
  /** Describes a success. */
  readonly success: string;
  /** Describes the answer of a POST that found its resource there (`existing` in the contract). */
  readonly existing?: string;
  /** The body of a success. Omitted if the body is a resource, which has its own words. */
  readonly responseBody?: AnswerWords;
  /** An example of the body of a success. */
  readonly response?: unknown;
}

/** The words for the operations that a file of `contract/operations/` defines. */
export type WordsOf<Contracts extends Readonly<Record<string, OperationContract>>> = {
  readonly [I in keyof Contracts]: OperationWords & RequestOf<Contracts[I]> & ResponseOf<Contracts[I]>;
};

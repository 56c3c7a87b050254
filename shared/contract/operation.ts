import * as z from 'zod/mini';
import { roomId } from './identifiers.ts';
import { pageLimitDefault, pageLimitMax } from './limits.ts';
import { type OperationId, type Row, tableOfContents } from './tableOfContents.ts';

/** A JSON object, `application/json`. */
export interface JsonBody {
  readonly kind: 'json';
  readonly schema: z.ZodMiniType;
}

/** `multipart/form-data` with text fields and one file, or the id of an upload in its place. */
export interface MultipartBody {
  readonly kind: 'multipart';
  readonly fields: z.ZodMiniObject;
  /** The name of the form field that carries the file. */
  readonly file: string;
  /** The name of the text field that names an upload in the file's place. */
  readonly upload: string;
}

/** One file, without a form around it. */
export interface FileBody {
  readonly kind: 'file';
  /** The media types that `Content-Type` may name. API Gateway must know them as binary. */
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
  /** The name of the file in the typed client. */
  readonly file: string;
  /** Empty: a file has no text fields beside it. */
  readonly fields: z.ZodMiniObject;
}

/**
 * The definition of one operation of the API. API Gateway's routes, the handlers' validation, the tests' client and the published
 * description are all made from it.
 */
export interface OperationContract {
  readonly id: OperationId;
  readonly method: Row[0];
  readonly path: Row[1];
  readonly permission: Row[2];
  readonly errorFormat: Row[3];
  readonly handler: Row[4];
  readonly summary: string;
  /** Service staff may name another organization to act in (specification 4.5). Default: they may not. */
  readonly staffOverride?: true | undefined;
  /** A service account is refused, whatever its role (403). Default: it is not */
  readonly peopleOnly?: true | undefined;
  /** An API key is refused, whatever its permissions (403). Default: it is not */
  readonly sessionOnly?: true | undefined;
  /**
   * For a POST. `of the person`: an `Idempotency-Key` belongs to the person, in any organization. `by nature`: repeating the request is
   * harmless, so keys are accepted and nothing is stored. Default: a key belongs to the caller in the current organization
   */
  readonly idempotency?: 'of the person' | 'by nature' | undefined;
  /** Default: none; path parameters that are sent are ignored */
  readonly pathParameters: z.ZodMiniType;
  /** Default: none */
  readonly query: z.ZodMiniObject;
  /**
   * Whether a GET ignores query parameters that it does not have, because its clients may send such parameters. Default: a GET refuses
   * them. Other methods always ignore them
   */
  readonly ignoresUnknownQuery?: true | undefined;
  /** Default: null */
  readonly body: JsonBody | MultipartBody | FileBody | null;
  readonly success: Success;
  /**
   * A success is the current representation of one resource, and has an entity tag (RFC 9110, section 8.8.3). Default: it has
   * none
   */
  readonly entityTag?: true | undefined;
  /** The fields that the entity tag covers, if other fields change without a request. Default: all fields */
  readonly tagCovers?: readonly string[] | undefined;
  /** People with a share of the document may call it. Default: they may not */
  readonly opensByShare?: true | undefined;
  /** For a list: its CSV columns, each with the path to its value in an item. Default: there is no CSV */
  readonly csv?: readonly CsvColumn[] | undefined;
  /** For a DELETE: the deleted resource, if it has an entity tag. Default: it has none */
  readonly deletes?: z.ZodMiniType | undefined;
}

/** A column's name, and the path to its value in an item. */
export type CsvColumn = readonly [name: string, path: readonly string[]];

/** What CSV has beside the items of a page, in their order. */
export interface BesideItems {
  /** Further columns behind those of the contract, such as one for each document. Default: none */
  readonly columns?: readonly CsvColumn[];
  /** The values of columns that items do not have, or have in another form. */
  readonly rows: readonly object[];
}

interface Success {
  readonly status: 200 | 201 | 204;
  /** null: the response has no body. */
  readonly schema: z.ZodMiniType | null;
  /** The status if the resource was there before, so that the request made nothing. Default: this never happens */
  readonly existing?: 200;
  /** A secret field, and the schema of an answer without it. A late replay does not have the secret. */
  readonly shownOnce?: { readonly field: string; readonly without: z.ZodMiniType };
  /** A field that expires; a replay gets a new value. */
  readonly expiring?: string;
}

/** Returns whether an operation replays its first answer to requests with the same `Idempotency-Key`. */
export const isAnsweredOnce = ({ method, idempotency }: OperationContract): boolean =>
  method === 'POST' && idempotency !== 'by nature';

/**
 * Returns whether an operation is about one document that is not deleted. People with a share of the document get 403 and not 404 if they
 * may not call it.
 */
export const isAboutDocument = ({ id, path, errorFormat }: OperationContract): boolean =>
  path.includes('{document_id}') && errorFormat === 'envelope' && id !== 'restoreDocument';

/** Returns whether an operation refuses query parameters that it does not have, and parameters that a request has twice. */
export const refusesUnknownQuery = ({
  method,
  ignoresUnknownQuery,
}: Pick<OperationContract, 'method' | 'ignoresUnknownQuery'>): boolean =>
  method === 'GET' && ignoresUnknownQuery === undefined;

/** The row of an operation in the table of contents, with literal types. It is exported because the client's declarations name it. */
export interface RowOf<I extends OperationId> {
  readonly id: I;
  readonly method: (typeof tableOfContents)[I][0];
  readonly path: (typeof tableOfContents)[I][1];
  readonly permission: (typeof tableOfContents)[I][2];
  readonly errorFormat: (typeof tableOfContents)[I][3];
  readonly handler: (typeof tableOfContents)[I][4];
}

/** The inputs and outputs of an operation; the rest of its contract is its row in the table of contents. */
type Definition = Omit<OperationContract, keyof RowOf<OperationId>>;

const none = z.object({});

/** The values of members that a definition omits. */
const defaults = {
  staffOverride: undefined,
  peopleOnly: undefined,
  sessionOnly: undefined,
  idempotency: undefined,
  pathParameters: none,
  query: none,
  ignoresUnknownQuery: undefined,
  body: null,
  entityTag: undefined,
  tagCovers: undefined,
  opensByShare: undefined,
  csv: undefined,
  deletes: undefined,
} as const satisfies Required<Omit<Definition, 'summary' | 'success'>>;
type Defaults = typeof defaults;

const members = ['summary', 'success', ...Object.keys(defaults)] as (keyof Definition)[];

/**
 * Adds an operation's row and the defaults to its definition, and keeps the literal types, so that handlers get exact inputs and outputs.
 * The definition is made when it is first read. So a function only builds the schemas of its own operation, and its cold start is a tenth
 * shorter.
 */
export function defineOperation<
  const I extends OperationId,
  const D extends Omit<Definition, keyof Defaults> & Partial<Definition>,
>(id: I, define: () => D) {
  const [method, path, permission, errorFormat, handler] = tableOfContents[id];
  const operation = { id, method, path, permission, errorFormat, handler };
  let made: Definition | undefined;
  for (const key of members)
    Object.defineProperty(operation, key, {
      enumerable: true,
      get: () => {
        made ??= { ...defaults, ...define() };
        return made[key];
      },
    });
  return operation as RowOf<I> & D & Omit<Defaults, keyof D>;
}

export type PathOf<C extends OperationContract> = z.output<C['pathParameters']>;
export type QueryOf<C extends OperationContract> = z.output<C['query']>;
/** The body as the handler gets it; for a form, its text fields; for a file, its bytes. */
export type BodyOf<C extends OperationContract> = C['body'] extends JsonBody
  ? z.output<C['body']['schema']>
  : C['body'] extends MultipartBody
    ? z.output<C['body']['fields']>
    : C['body'] extends FileBody
      ? Uint8Array
      : undefined;
export type ResponseOf<C extends OperationContract> = C['success']['schema'] extends z.ZodMiniType
  ? z.input<C['success']['schema']>
  : undefined;

/** The resource that an operation reads, changes or deletes, from which its entity tag is made. */
export type CurrentOf<C extends OperationContract> = C['deletes'] extends z.ZodMiniType
  ? z.input<C['deletes']>
  : ResponseOf<C>;

/**
 * Returns whether an operation takes `If-Match` and `If-None-Match`. These headers are about the resource at the URL. A POST has the URL of
 * a list, which has no entity tag. A GET whose tag covers only some fields ignores the headers, because the other fields may have changed.
 */
export const takesPreconditions = ({
  entityTag,
  tagCovers,
  deletes,
  method,
}: Pick<OperationContract, 'entityTag' | 'tagCovers' | 'deletes' | 'method'>): boolean =>
  (entityTag === true && method !== 'POST' && !(method === 'GET' && tagCovers)) || deletes !== undefined;

/** `room`, as the operations about a document take it that also read by a room. */
export const byRoom = () => ({ room: z.optional(roomId) });

/** A whole number in a query, at most six digits. */
export const wholeNumber = (min: number, max: number) => {
  const message = `must be an integer from ${min} to ${max}`;
  return z.pipe(
    z.string().check(z.regex(/^[0-9]{1,6}$/, message)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min, message), z.lte(max, message))),
  );
};

/** `limit` and `cursor`, as every paginated list takes them. */
export const pageQuery = () =>
  z.object({
    limit: z._default(wholeNumber(1, pageLimitMax), pageLimitDefault),
    // Text that is not Base64 is refused as an invalid cursor.
    cursor: z.optional(z.string().check(z.meta({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }))),
  });

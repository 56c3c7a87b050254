import { hitsMax, pageLimitMax } from '../contract/limits.ts';
import { type OperationId, tableOfContents } from '../contract/tableOfContents.ts';
import { callWithFile } from './largeFile.ts';
import type { Input } from './request.ts';
import type { CallOptions, ClientOptions, Operations } from './types.ts';

/** A method without the types of its operation. */
interface AnyMethod {
  (input?: Input, options?: CallOptions): Promise<unknown>;
  withResponse(input?: Input, options?: CallOptions): ReturnType<typeof callWithFile>;
  all(input?: Input, options?: CallOptions): AsyncGenerator<unknown, void, undefined>;
}

/** The body of a list. The list of endpoints has its items in `webhooks`, other lists in `items`. Some lists have no pages. */
interface ListBody {
  readonly items?: readonly unknown[];
  readonly webhooks?: readonly unknown[];
  readonly pagination?: { readonly next_cursor: string };
}

type ListId = Extract<OperationId, `list${string}`>;
/**
 * Lists without pages. They get no `limit`, because the service can refuse parameters that an operation does not have. The compiler reports
 * a missing list.
 */
const withoutPages: {
  readonly [Id in ListId as 'cursor' extends keyof Operations[Id]['input'] ? never : Id]: true;
} = {
  listDocumentDetails: true,
  listDocumentVersionDetails: true,
  listOrganizationMembers: true,
  listOrganizationOwners: true,
  listWebhooks: true,
};

/** Returns the query for the largest pages of a list. */
export function largestPage(id: OperationId): { readonly limit?: number } {
  if (id in withoutPages) return {};
  return { limit: id === 'search' ? hitsMax : pageLimitMax };
}

const operationIds = Object.keys(tableOfContents) as OperationId[];

/** Makes a client without the types of inputs and outputs, for callers that have their own types. */
export function untypedClient(options: ClientOptions): Readonly<Record<OperationId, AnyMethod>> {
  const methods = operationIds.map((id) => [id, methodOf(id, options)]);
  return Object.fromEntries(methods);
}

function methodOf(id: OperationId, client: ClientOptions): AnyMethod {
  const withResponse = (input: Input = {}, options: CallOptions = {}) =>
    callWithFile(client, id, input, options);
  return Object.assign(
    async (input?: Input, options?: CallOptions) => (await withResponse(input, options)).data,
    {
      withResponse,
      async *all(input: Input = {}, options?: CallOptions) {
        for (let { cursor } = input; cursor !== ''; ) {
          const answer = await withResponse({ ...largestPage(id), ...input, cursor }, options);
          const page: ListBody = answer.data;
          yield* page.items ?? page.webhooks ?? [];
          cursor = page.pagination?.next_cursor ?? '';
        }
      },
    },
  );
}

import * as z from 'zod/mini';
import type { Principal } from '../access/principal.ts';
import type { BesideItems, CsvColumn, OperationContract, PathOf, ResponseOf } from '../contract/operation.ts';
import { baseUrl, pathOf } from '../presentation/links.ts';
import { prefers } from './acceptHeader.ts';
import { csvOf } from './csv.ts';
import { type OperationRequest, run } from './operation.ts';
import { type HttpResponse, json, varyBy } from './response.ts';
import { parsedResponse, success } from './success.ts';

/** A list that is also available as CSV. */
type TabularContract = OperationContract & {
  readonly method: 'GET';
  readonly body: null;
  readonly csv: readonly CsvColumn[];
};

/** The items of a page, as the contract shows them. */
type ItemsOf<C extends TabularContract> =
  ResponseOf<C> extends { readonly items: infer I } ? I : readonly unknown[];

/**
 * Returns the handler of an `operation` whose list is also available as CSV, for clients that prefer CSV (`Accept: text/csv`).
 *
 * @param beside returns what the CSV has beside the items. Default: nothing
 */
export const tabular = <const C extends TabularContract>(
  contract: C,
  handle: (request: OperationRequest<C>) => Promise<ResponseOf<C>>,
  beside: (items: ItemsOf<C>, principal: Principal, path: PathOf<C>) => Promise<BesideItems> = async () => ({
    rows: [],
  }),
) =>
  run(
    contract,
    [],
    async (request) => parsedResponse(contract, await handle(request)),
    async (_, body, path, { headers, queryStringParameters }, principal) => {
      const pageAt = (cursor: string) =>
        baseUrl() + pathOf(contract, Object(path), { ...queryStringParameters, cursor });
      const answer = prefers(headers.accept, 'text/csv', 'application/json')
        ? await csvPage(contract.csv, body, pageAt, (items) =>
            beside(items as ItemsOf<C>, principal, path as PathOf<C>),
          )
        : success(contract, body, path);
      answer.headers.Vary = varyBy('Accept', answer.headers);
      return answer;
    },
  );

const page = z.object({
  items: z.array(z.unknown()),
  pagination: z.object({ next_cursor: z.string() }),
});

/** Returns a page as CSV. The header `Link` (RFC 8288) has the URL of the next page. */
async function csvPage(
  columns: readonly CsvColumn[],
  body: unknown,
  pageAt: (cursor: string) => string,
  beside: (items: readonly unknown[]) => Promise<BesideItems>,
): Promise<HttpResponse> {
  const { items, pagination } = z.parse(page, body);
  const { columns: more = [], rows } = await beside(items);
  const response = json(200, undefined, 'text/csv; charset=utf-8; header=present');
  response.body = csvOf(
    [...columns, ...more],
    items.map((item, index) => ({ ...Object(item), ...rows[index] })),
  );
  if (pagination.next_cursor !== '')
    response.headers.Link = `<${pageAt(pagination.next_cursor)}>; rel="next"`;
  return response;
}

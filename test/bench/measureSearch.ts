import { operations as contracts } from '../../shared/contract/operations.ts';
import { environmentNames } from '../../shared/runtime/environment.ts';
import { eventually } from '../support/eventually.ts';
import type { Stage } from '../support/stages/stage.ts';
import { setVariables } from '../support/stages/stores.ts';
import type { Client } from './client.ts';
import type { Measure } from './measured.ts';

/**
 * Measures, on a stage with search: a change of a document, the worker that writes its entries, and a search that finds it. Everything else
 * is measured without search, as a stage is by default.
 */
export async function measureSearch(
  { definitionOf, invoke, takeMessages }: Stage,
  client: Client,
  measure: Measure,
  document_id: string,
): Promise<void> {
  setVariables({
    searchEndpoints: definitionOf('search').environment[environmentNames.searchEndpoints] ?? '',
  });
  const title = `Sought ${crypto.randomUUID()}`;
  const change = () => client.succeed(contracts.updateDocument, { path: { document_id }, json: { title } });
  await measure('updateDocument', change, { note: 'with search' });
  const [body] = await takeMessages('indexing');
  const Records = [{ messageId: 'message-1', body }];
  await measure('indexDocument', () => invoke('indexDocument', { Records }));
  const search = async () => (await client.call(contracts.search, { query: { q: title } })).items;
  // A search that finds nothing would cost less.
  await eventually(search, ({ length }) => length > 0);
  await measure('search', search);
  await measure('authorizer', search, { note: 'of a search' });
  setVariables({ searchEndpoints: '' });
}

/** Makes queries and scans return the stored text of items. Parsing and serializing the items would be most of the work. */
import type { Attributes, Callback, QueryTable, ReadRequest } from 'dynalite/db/index.js';
import { JsonText } from '../jsonServer.ts';

/**
 * DynamoDB ends a page of results when the counted sizes of its items reach 1 MB. The stored text of an item is usually longer than the
 * counted size. Only an item with a very long sort key can count more, because the key counts several times. Half a MB of text is below the
 * limit in every case.
 */
const surelyOnePage = 2 ** 19;

/** Wraps dynalite's query, with a shortcut for requests that return whole items. */
export const withWholeItems =
  (queryTable: QueryTable): QueryTable =>
  (store, table, data, range, isLocal, fetchesItems, keyNames, callback) => {
    const evaluate = () => queryTable(store, table, data, range, isLocal, fetchesItems, keyNames, callback);
    if (fetchesItems || !wantsWholeItems(data)) return evaluate();
    const items = data.IndexName
      ? store.getIndexDb(isLocal ? 'local' : 'global', data.TableName, data.IndexName)
      : store.getItemDb(data.TableName);
    items
      .readTexts(range, surelyOnePage)
      .then((texts) => (texts ? answer(texts, data.Limit, keyNames, callback) : evaluate()))
      .catch(callback);
  };

const wantsWholeItems = (data: ReadRequest): boolean =>
  !(data._filter || data.QueryFilter || data.ScanFilter || data._projection || data.AttributesToGet) &&
  data.Select !== 'COUNT' &&
  (data.ReturnConsumedCapacity ?? 'NONE') === 'NONE';

function answer(
  found: readonly string[],
  limit = Number.POSITIVE_INFINITY,
  keyNames: readonly string[],
  callback: Callback,
): void {
  const texts = found.slice(0, limit);
  const [last] = texts.slice(-1);
  const counts = { Count: texts.length, ScannedCount: texts.length };
  const LastEvaluatedKey = last !== undefined && texts.length >= limit ? keyOf(last, keyNames) : undefined;
  const rest = JSON.stringify({ ...counts, LastEvaluatedKey });
  callback(null, new JsonText(`{"Items":[${texts.join(',')}],${rest.slice(1)}`));
}

function keyOf(text: string, names: readonly string[]): Attributes {
  const item: Attributes = JSON.parse(text);
  return Object.fromEntries(names.flatMap((name) => (item[name] ? [[name, item[name]]] : [])));
}

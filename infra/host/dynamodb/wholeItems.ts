/** Queries and scans that return items as they are stored: parsing each of them only to write it again would be most of the work. */
import type { Attributes, Callback, QueryTable, ReadRequest } from 'dynalite/db/index.js';
import { JsonText } from '../jsonServer.ts';

/**
 * DynamoDB ends a page at 1 MB. Items' text is longer than what counts, but for very long sort keys, which count several times:
 * by less than this.
 */
const surelyOnePage = 2 ** 19;

/** dynalite's, but for items that are wanted whole. */
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

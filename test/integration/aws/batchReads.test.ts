import { expect, test } from 'vitest';
import { readAll } from '../../../shared/data/table/read.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';
import { storeOfFile } from './answering.ts';

process.env[environmentNames.tableName] = 'table';

const keys = Array.from({ length: 12 }, (_, index) => ({ pk: `DOC#${index}`, sk: 'DOC' }));
const stored = keys.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
/** An answer with unprocessed keys, as DynamoDB gives above 16 MB or from a busy partition. */
const leaving = (read: object[], left: object[]) => ({
  Responses: { table: read },
  UnprocessedKeys: left.length > 0 ? { table: { Keys: left } } : {},
});

const store = await storeOfFile(leaving([], stored));

// Threat: Many large policies make a document's page slow, then broken, and the organization's lists with it
test('a batch read continues while each answer has items', async () => {
  store.answers = stored.map((item, index) => ({ body: leaving([item], stored.slice(index + 1)) }));

  expect(await readAll(keys)).toEqual(keys);
  expect(store.take()).toHaveLength(keys.length);
});

test('a batch read fails after several answers without items', async () => {
  await expect(readAll(keys)).rejects.toThrow('left items of a batch unread');
  expect(store.take()).toHaveLength(6);
});

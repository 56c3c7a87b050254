import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callJson, type JsonService, StoreError } from '../../awsJson.ts';
import { startDynamoDb } from '../../dynamodb/server.ts';
import { type Difference, differencesOf } from '../../judge/agreement.ts';
import { noJudge, startDynoxide } from '../../judge/dynoxide.ts';
import { judgingProxy } from '../../judge/judgingProxy.ts';
import { knownDifferences } from '../../judge/known.ts';
import { directoryOfTests } from '../ownDirectory.ts';
import { requests, table } from './requests.ts';

describe.skipIf(noJudge)(`two DynamoDBs ${noJudge}`, () => {
  const directory = directoryOfTests();
  const cleanup = new AsyncDisposableStack();
  afterAll(() => cleanup.disposeAsync());
  const region = 'us-east-1';
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const serviceAt = (endpoint: string): JsonService => ({
    endpoint,
    target: 'DynamoDB_20120810',
    region,
    credentials,
  });
  const capacity = { ReturnConsumedCapacity: 'INDEXES' };
  let line: JsonService;
  let differences: Difference[] = [];

  beforeAll(async () => {
    const ours = await startDynamoDb({ directory });
    cleanup.defer(() => ours.close());
    const theirs = await startDynoxide();
    cleanup.defer(() => theirs.close());
    for (const { endpoint } of [ours, theirs]) await callJson(serviceAt(endpoint), 'CreateTable', table);
    const both = await judgingProxy({ ours: ours.endpoint, theirs: theirs.endpoint }, (judged) => {
      differences.push(...differencesOf(judged, [table]));
    });
    cleanup.defer(() => both.close());
    line = serviceAt(both.endpoint);
  });

  test.for(requests)('give the same answer: $what', async ({ what, operation, input }) => {
    differences = [];
    // The host returns items as stored text if a query does not ask for its capacity, and evaluates the query otherwise.
    const ways = /^(Query|Scan|GetItem)$/.test(operation) ? [capacity, {}] : [capacity];
    for (const way of ways)
      await callJson(line, operation, { ...way, ...input }).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error;
      });

    const known = knownDifferences.filter(({ shownBy }) => shownBy === what);
    const isNew = (difference: Difference) => !known.some(({ is }) => is(difference));
    expect(differences.filter(isNew)).toEqual([]);
    // A known difference that is gone must be removed from the list.
    expect(known.filter(({ is }) => !differences.some(is))).toEqual([]);
  });

  test('differ only where a request shows it', () => {
    const shown = requests.map(({ what }) => what);
    expect(knownDifferences.filter(({ shownBy }) => !shown.includes(shownBy))).toEqual([]);
  });
});

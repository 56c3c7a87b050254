import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callJson, type JsonService, StoreError } from '../../infra/host/awsJson.ts';
import { startDynamoDb } from '../../infra/host/dynamodb/server.ts';
import { readStack } from '../../infra/host/template/stack.ts';
import { assemble } from '../../infra/local/assemble.ts';
import { type Difference, differencesOf } from '../support/judge/agreement.ts';
import { noJudge, startDynoxide } from '../support/judge/dynoxide.ts';
import { judgingProxy } from '../support/judge/judgingProxy.ts';
import { knownDifferences } from '../support/judge/known.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';
import { requests } from './requests.ts';

describe.skipIf(noJudge)(`two DynamoDBs ${noJudge}`, () => {
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
  let line: JsonService;
  let tableName: string;
  let differences: Difference[] = [];

  beforeAll(async () => {
    const { path: directory } = cleanup.use(await temporaryDirectory());
    const ours = await startDynamoDb({ directory });
    cleanup.defer(() => ours.close());
    const theirs = await startDynoxide();
    cleanup.defer(() => theirs.close());
    const address = { baseUrl: 'http://localhost:3000', queueEndpoint: 'http://localhost:3001' };
    const [table] = readStack(await assemble(), { region, ...address }).tables;
    if (!table) throw new Error('The stack has no table.');
    tableName = table.name;
    for (const { endpoint } of [ours, theirs])
      await callJson(serviceAt(endpoint), 'CreateTable', table.createTable);
    const both = await judgingProxy({ ours: ours.endpoint, theirs: theirs.endpoint }, (judged) => {
      differences.push(...differencesOf(judged));
    });
    cleanup.defer(() => both.close());
    line = serviceAt(both.endpoint);
  });

  test.for(requests)('give the same answer: $what', async ({ what, operation, inputFor }) => {
    differences = [];
    const input = { ReturnConsumedCapacity: 'INDEXES', ...inputFor(tableName) };
    await callJson(line, operation, input).catch((error: unknown) => {
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

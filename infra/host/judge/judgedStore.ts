import { inspect } from 'node:util';
import { callJson } from '../awsJson.ts';
import type { Stores } from '../stores.ts';
import type { StackDefinition } from '../template/stack.ts';
import { type Difference, differencesOf } from './agreement.ts';
import { startDynoxide } from './dynoxide.ts';
import { judgingProxy } from './judgingProxy.ts';
import { isKnown } from './known.ts';

export interface JudgedStore {
  /** The endpoint that sends each request to both stores. The client gets the answer of the other DynamoDB. */
  readonly endpoint: string;
  /** Throws if the stores' answers differed in an unexpected way since the last call. */
  requireAgreement(): void;
  /** Throws if the stores' answers differed in an unexpected way. */
  close(): Promise<void>;
}

/** The time that a request waits at most, for its turn and for the answers of both stores. */
export const patienceMilliseconds = 60_000;

/**
 * Sends every request to the host's DynamoDB and to another one, and compares their answers. A client must wait as long as both stores need
 * (`patienceMilliseconds`), and must not retry earlier: a retried addition adds twice.
 */
export async function openJudgedStore(
  { endpoints, credentials }: Pick<Stores, 'endpoints' | 'credentials'>,
  { tables }: StackDefinition,
  region: string,
): Promise<JudgedStore> {
  await using cleanup = new AsyncDisposableStack();
  const dynoxide = await startDynoxide();
  cleanup.defer(() => dynoxide.close());
  const serviceAt = (endpoint: string) => ({ endpoint, target: 'DynamoDB_20120810', region, credentials });
  for (const { createTable, name: TableName, timeToLiveAttribute: AttributeName } of tables) {
    await callJson(serviceAt(dynoxide.endpoint), 'CreateTable', createTable);
    // Time to live is off, because each store would remove expired items at other times.
    const TimeToLiveSpecification = { AttributeName, Enabled: false };
    if (AttributeName)
      await callJson(serviceAt(endpoints.dynamodb), 'UpdateTimeToLive', {
        TableName,
        TimeToLiveSpecification,
      });
  }
  const created = tables.map(({ createTable }) => createTable);
  const differences: Difference[] = [];
  const stores = { ours: endpoints.dynamodb, theirs: dynoxide.endpoint };
  const line = await judgingProxy(stores, (judged) => {
    differences.push(...differencesOf(judged, created).filter((difference) => !isKnown(difference)));
  });
  cleanup.defer(() => line.close());
  const requireAgreement = () => {
    const found = differences.splice(0);
    if (found.length > 0) throw new Error(inWords(found));
  };
  const held = cleanup.move();
  return {
    endpoint: line.endpoint,
    requireAgreement,
    close: async () => {
      await held.disposeAsync();
      requireAgreement();
    },
  };
}

/** Shows the first five differences, which are enough to understand the cause. */
const inWords = (differences: readonly Difference[]): string =>
  [
    `The stores differ in ${differences.length} answers:`,
    ...differences
      .slice(0, 5)
      .map(({ part, ours, theirs, judged: { operation, input } }) =>
        [
          `${operation} ${input.slice(0, 1000)}`,
          `${part} of ours: ${inspect(ours, { depth: 6 })}`,
          `${part} of theirs: ${inspect(theirs, { depth: 6 })}`,
        ].join('\n'),
      ),
  ].join('\n\n');

import type { QueueDefinition, StackDefinition } from '../../../infra/host/template/model.ts';
import { dueIndex, listIndex, table } from '../../../shared/data/table.ts';

export const TableName = 'governance';
const keyId = '11111111-2222-8333-8444-555555555555';

/** As much of a stack as the command line acts on. */
export function localStack(queueEndpoint: string): StackDefinition {
  const queues = ['processing', 'events', 'deliveries', 'slow'].flatMap((name) =>
    workQueue(queueEndpoint, name),
  );
  const urlOf = (name: string) => queues.find((queue) => queue.name === name)?.url ?? '';
  const key = { id: keyId, arn: `arn:aws:kms:us-east-1:000000000000:key/${keyId}` };
  return {
    name: 'Admin',
    region: 'us-east-1',
    functions: [],
    tables: [
      {
        name: TableName,
        createTable: tableInput,
        indexNames: [listIndex.name, dueIndex.name],
        timeToLiveAttribute: undefined,
      },
    ],
    buckets: [],
    keys: [key],
    queues,
    eventSources: [],
    schedules: [],
    api: undefined,
    outputs: {
      TableName,
      UsagePlanId: 'plan',
      ProcessingQueueUrl: urlOf('processing'),
      EventsQueueUrl: urlOf('events'),
      DeliveriesQueueUrl: urlOf('deliveries'),
      SlowDeliveriesQueueUrl: urlOf('slow'),
      WebhookKeyArn: key.arn,
    },
  };
}

/** A queue whose messages are dead letters once they have been received. */
function workQueue(endpoint: string, name: string): QueueDefinition[] {
  const deadLetters = queue(endpoint, `${name}-dead`, {});
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: deadLetters.arn, maxReceiveCount: 1 });
  return [deadLetters, queue(endpoint, name, { RedrivePolicy })];
}

const queue = (endpoint: string, name: string, attributes: Record<string, string>): QueueDefinition => ({
  name,
  arn: `arn:aws:sqs:us-east-1:000000000000:${name}`,
  url: `${endpoint}/000000000000/${name}`,
  attributes,
});

const key = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];
const strings = [table.partitionKey, table.sortKey, listIndex.partitionKey, listIndex.sortKey];

export const tableInput = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: [
    ...[...strings, dueIndex.partitionKey].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S' as const,
    })),
    { AttributeName: dueIndex.sortKey, AttributeType: 'N' as const },
  ],
  KeySchema: key(table.partitionKey, table.sortKey),
  GlobalSecondaryIndexes: [listIndex, dueIndex].map(({ name, partitionKey, sortKey }) => ({
    IndexName: name,
    KeySchema: key(partitionKey, sortKey),
    Projection: { ProjectionType: 'ALL' as const },
  })),
};

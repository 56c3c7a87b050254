import { AsyncLocalStorage } from 'node:async_hooks';
import * as z from 'zod/mini';
import { apiFunctions, type FunctionName, otherFunctions, pageFunctions } from '../../infra/functions.ts';
import { type Grants, grantedOn } from '../../infra/grants.ts';
import { dynamo } from '../../shared/data/client.ts';
import { dueIndex, filterIndex, listIndex } from '../../shared/data/table.ts';

/** What one request asks of the table or of an index of it, as IAM sees it. */
interface Asked {
  readonly store: 'table' | 'listIndex' | 'filterIndex' | 'dueIndex';
  readonly action: string;
  /** `dynamodb:LeadingKeys` */
  readonly partition: string;
}

const running = new AsyncLocalStorage<FunctionName>();

/** Runs a function with what its manifest entry grants it of the table. `grantTable` has to be called first. */
export const asFunction = <T>(name: FunctionName, run: () => Promise<T>): Promise<T> =>
  running.run(name, run);

/**
 * From now on refuses functions of this process what their manifest entries do not grant them of the table, as IAM does.
 * What runs outside of any function may do everything.
 *
 * @returns what was refused since
 */
export function grantTable(): readonly string[] {
  const refused: string[] = [];
  dynamo.middlewareStack.add(
    (next) => async (args) => {
      const name = running.getStore();
      const beyond = name ? askedBy(args.request).filter((asked) => !isGranted(grantsOf(name), asked)) : [];
      refused.push(
        ...beyond.map(({ store, action, partition }) => `${name} ${action} ${store} ${partition}`),
      );
      if (beyond.length > 0) throw accessDenied(refused.at(-1));
      return next(args);
    },
    { step: 'build', priority: 'low', name: 'grantTable', override: true },
  );
  return refused;
}

const functions = { ...apiFunctions, ...pageFunctions, ...otherFunctions };
const grantsOf = (name: FunctionName): Grants => functions[name].grants;

const isGranted = (grants: Grants, { store, action, partition }: Asked): boolean =>
  grantedOn(store, grants).some(
    (granted) =>
      granted.action === action &&
      (!granted.partitions || granted.partitions.some((prefix) => partition.startsWith(prefix))),
  );

const accessDenied = (what = '') => {
  const error = new Error(`not authorized: ${what}`);
  error.name = 'AccessDeniedException';
  return error;
};

const request = z.object({
  headers: z.object({ 'x-amz-target': z.string() }),
  body: z.string(),
});
const text = z.object({ S: z.string() });
const key = z.object({ pk: text });
const ofKey = z.object({ Key: key });
const ofItem = z.object({ Item: key });
const ofBatch = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(key) })) });
const ofWrites = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(z.union([z.strictObject({ PutRequest: ofItem }), z.strictObject({ DeleteRequest: ofKey })])),
  ),
});
const ofTransaction = z.object({
  TransactItems: z.array(z.union([z.strictObject({ Put: ofItem }), z.strictObject({ Delete: ofKey })])),
});
const ofQuery = z.object({
  IndexName: z.optional(z.enum([listIndex.name, filterIndex.name, dueIndex.name])),
  KeyConditionExpression: z.string(),
  ExpressionAttributeValues: z.record(z.string(), z.unknown()),
});

/** Returns what a request to DynamoDB asks for: the actions of its items where it is a transaction. */
function askedBy(sent: unknown): Asked[] {
  const { headers, body } = z.parse(request, sent);
  const input: unknown = JSON.parse(body);
  const operation = headers['x-amz-target'].replace(/^.*\./, '');
  const asked = (name: string, partition: string, store: Asked['store'] = 'table'): Asked => ({
    action: `dynamodb:${name}`,
    store,
    partition,
  });
  switch (operation) {
    case 'PutItem':
      return [asked(operation, z.parse(ofItem, input).Item.pk.S)];
    case 'GetItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [asked(operation, z.parse(ofKey, input).Key.pk.S)];
    case 'BatchGetItem':
      return Object.values(z.parse(ofBatch, input).RequestItems).flatMap(({ Keys }) =>
        Keys.map(({ pk }) => asked(operation, pk.S)),
      );
    case 'BatchWriteItem':
      return Object.values(z.parse(ofWrites, input).RequestItems)
        .flat()
        .map((write) =>
          asked(operation, 'PutRequest' in write ? write.PutRequest.Item.pk.S : write.DeleteRequest.Key.pk.S),
        );
    case 'TransactWriteItems':
      return z
        .parse(ofTransaction, input)
        .TransactItems.map((item) =>
          'Put' in item ? asked('PutItem', item.Put.Item.pk.S) : asked('DeleteItem', item.Delete.Key.pk.S),
        );
    case 'Query': {
      const { IndexName, KeyConditionExpression, ExpressionAttributeValues } = z.parse(ofQuery, input);
      const [name = ''] = /:\w+/.exec(KeyConditionExpression) ?? [];
      const partition = z.parse(text, ExpressionAttributeValues[name]).S;
      return [asked(operation, partition, IndexName ? `${IndexName}Index` : 'table')];
    }
    default:
      throw new Error(`No function has a use for ${operation}.`);
  }
}

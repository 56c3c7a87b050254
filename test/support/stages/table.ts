import { callJson, type JsonService } from 'assembly-host/awsJson';
import type { Credentials } from 'assembly-host/credentials';
import * as z from 'zod/mini';
import {
  type Attribute,
  type Attributes,
  requestBody,
  unmarshalledMap,
} from '../../../shared/aws/attributes.ts';
import { eventId, organizationId, webhookId } from '../../../shared/contract/identifiers.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { dueIndex } from '../../../shared/data/table/table.ts';
import { storesTime } from './storesTime.ts';

/** A worker's lease of a version, a lane or a slot. */
const leaseRow = z.object({ id: z.string(), until_ms: z.int() });

/** The attributes of a version that tests use, read without the service's own code. */
const versionRow = z.looseObject({
  pk: z.string(),
  sk: z.string(),
  id: z.string(),
  processing_status: z.enum(['processing', 'ready', 'failed']),
  interrupted_attempts: z.int(),
  lease: z.optional(leaseRow),
  due_at_ms: z.optional(z.int()),
  failure: z.optional(z.string()),
  revision: z.int(),
});
export type VersionRow = z.infer<typeof versionRow>;

/** An event that waits to be fanned out. */
const eventRow = z.looseObject({
  pk: z.string(),
  filter_pk: z.string(),
  filter_sk: z.string(),
  visible_to: z._default(z.nullable(z.string()), null),
  body: z.string(),
  due_at_ms: z.optional(z.int()),
});

/** Returns an event with the facts in its keys, and its body as endpoints receive it. */
function eventRowOf(item: Record<string, unknown>) {
  const { body, ...row } = z.parse(eventRow, item);
  const ulid = row.pk.slice('EVENT#'.length);
  const id = z.parse(eventId, `evt_${ulid}`);
  const organization_id = z.parse(organizationId, `org_${row.filter_pk.split('#')[2]}`);
  const type = row.filter_sk.slice(ulid.length + 1);
  const named = { id, type, timestamp: createdAt(id), organization_id };
  return { ...row, ...named, body: JSON.stringify({ ...named, ...JSON.parse(body) }) };
}
export type EventRow = ReturnType<typeof eventRowOf>;

/** A delivery to a webhook endpoint, finished or not. */
const deliveryRow = z.looseObject({
  webhook_id: webhookId,
  event_id: eventId,
  status: z.enum(['pending', 'succeeded', 'failed', 'skipped']),
  attempt_count: z.int(),
  next_attempt_at_ms: z.nullable(z.int()),
});
export type DeliveryRow = z.infer<typeof deliveryRow> & { readonly attempting: boolean };

/** A lane, with the attempts that its worker has claimed. */
const laneRow = z.looseObject({ webhook_id: webhookId, claims: z.optional(z.record(eventId, z.int())) });

function begunRow(
  delivery: z.infer<typeof deliveryRow>,
  lanes: readonly z.infer<typeof laneRow>[],
): DeliveryRow {
  const lane = lanes.find(({ webhook_id }) => webhook_id === delivery.webhook_id);
  const claimed = lane?.claims?.[delivery.event_id] ?? 0;
  const attempting = delivery.status === 'pending' && claimed > delivery.attempt_count;
  return { ...delivery, attempting, ...(attempting && { attempt_count: claimed }) };
}

const attemptRow = z.looseObject({
  webhook_id: webhookId,
  event_id: eventId,
  number: z.int(),
  succeeded: z.boolean(),
  status_code: z.nullable(z.int()),
  error: z.nullable(z.looseObject({ class: z.string() })),
});
export type AttemptRow = z.infer<typeof attemptRow>;

type Item = { pk: string; sk: string; [name: string]: unknown };
type Key = Pick<Item, 'pk' | 'sk'>;

/** Chooses items by their keys. The others are not parsed: many tests read a large table for few items. */
type Choice = (key: Key) => boolean;
const anyItem: Choice = () => true;

/** Chooses all items except events, so that the sweep sends other work only. */
export const isNoEvent: Choice = ({ sk }) => sk !== 'EVENT';
const isEvent: Choice = ({ sk }) => sk === 'EVENT';

const textOf = (attribute: Attribute | undefined): string =>
  attribute !== undefined && 'S' in attribute ? attribute.S : '';
const keyOf = ({ pk, sk }: Attributes): Key => ({ pk: textOf(pk), sk: textOf(sk) });

interface ItemsPage {
  readonly Items: readonly Attributes[];
  readonly LastEvaluatedKey?: Attributes;
}

/**
 * The local DynamoDB returns the stored text of a page below half a MB. Of a larger page, it parses and serializes each item. In the project
 * `judge`, a page has no limit: two stores have other items on a page, because they scan in different orders.
 */
const itemsInPage = process.env.JUDGED === 'true' ? undefined : 200;
/** DynamoDB's limit on the requests of a BatchWriteItem. */
const mostInBatch = 25;

/** Times at which work is due, or until which something is claimed or kept. 0 is in the past. */
const times = [
  'due_at_ms',
  'restorable_until_ms',
  'workers_end_at_ms',
  'asked_at_ms',
  'worker_called_at_ms',
  'written_at_ms',
  'next_attempt_at_ms',
];

/** Reads and changes the stored items without the service's own code, and lets time pass. */
export class Table {
  readonly #service: JsonService;
  readonly name: string;

  private constructor(service: JsonService, name: string) {
    this.#service = service;
    this.name = name;
  }

  /** Finds the one table of a local DynamoDB. `send`: a way to the store without a socket */
  static async at(endpoint: string, credentials: Credentials, send?: JsonService['send']): Promise<Table> {
    const service = {
      endpoint,
      target: 'DynamoDB_20120810',
      region: 'us-east-1',
      credentials,
      now: storesTime,
      ...(send && { send }),
    };
    const { TableNames } = z.parse(
      z.object({ TableNames: z.array(z.string()) }),
      await callJson(service, 'ListTables', {}),
    );
    const [name] = TableNames;
    if (name === undefined) throw new Error(`There is no table at ${endpoint}.`);
    return new Table(service, name);
  }

  /** Lists all versions, oldest first. */
  async versions(): Promise<VersionRow[]> {
    const items = await this.everything(({ sk }) => sk.startsWith('VERSION#'));
    return items.map((item) => z.parse(versionRow, item)).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async version(id: string): Promise<VersionRow> {
    const found = (await this.versions()).find((version) => version.id === id);
    if (!found) throw new Error(`There is no version ${id}.`);
    return found;
  }

  /** Lists all events, oldest first. `after`: the id of an event. If given, only later events are listed */
  async events(after?: string): Promise<EventRow[]> {
    const before = after === undefined ? '' : `EVENT#${after.slice('evt_'.length)}`;
    const items = await this.everything((key) => isEvent(key) && key.pk > before);
    return items.map(eventRowOf).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Lists all deliveries, in the order of their events, with the attempts that lanes have claimed. */
  async deliveries(): Promise<DeliveryRow[]> {
    const items = await this.everything(({ sk }) => sk === 'LANE' || sk.startsWith('DELIVERY#'));
    const lanes = items.filter(({ sk }) => sk === 'LANE').map((item) => z.parse(laneRow, item));
    return items
      .filter(({ sk }) => sk.startsWith('DELIVERY#'))
      .map((item) => z.parse(deliveryRow, item))
      .map((delivery) => begunRow(delivery, lanes))
      .sort((a, b) => (a.event_id < b.event_id ? -1 : 1));
  }

  /** Lists the attempts to deliver an event, in their order. */
  async attempts(event: string): Promise<AttemptRow[]> {
    const items = (await this.everything()).filter(({ event_id }) => event_id === event);
    const first = items.flatMap(({ webhook_id, first_attempt }) =>
      first_attempt ? { ...Object(first_attempt), webhook_id, event_id: event, number: 1 } : [],
    );
    return [...first, ...items.filter(({ sk }) => sk.startsWith('ATTEMPT#'))]
      .map((item) => z.parse(attemptRow, item))
      .sort((a, b) => a.number - b.number);
  }

  /** Lists the sort keys of all items with work to be done: `EVENT`, `LANE`, `VERSION#...` */
  async due(): Promise<string[]> {
    return (await this.everything()).filter(({ due_at_ms }) => due_at_ms !== undefined).map(({ sk }) => sk);
  }

  /** Returns whether the sweep would send work, by the clock of this process. */
  async isAnythingDue(): Promise<boolean> {
    const entries = await this.#read('Scan', { IndexName: dueIndex.name, ConsistentRead: false });
    return entries.some((entry) => Number(entry[dueIndex.sortKey]) <= Date.now());
  }

  /** Lists the items of a partition, in the order of their sort keys. */
  partition(pk: string): Promise<Item[]> {
    const values = { ':pk': { S: pk } };
    return this.#read('Query', { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: values });
  }

  /** Lists all items, or those that are chosen, in no order. */
  everything(isMeant: Choice = anyItem): Promise<Item[]> {
    return this.#read('Scan', {}, isMeant);
  }

  /**
   * Moves claims, leases and due times back, so that for the service this time has passed. `isMeant`: chooses the items for which the time
   * passes. Default: all
   */
  async letTimePass(milliseconds: number, isMeant: Choice = anyItem): Promise<void> {
    const items = await this.everything(isMeant);
    const isPlace: Choice = ({ sk }) => sk.startsWith('SCHEDULE#');
    for (const some of batchesOf(items, mostInBatch))
      await Promise.all(
        some
          .filter((item) => !isPlace(item) && !item.sk.startsWith('ATTEMPT#'))
          .map((item) => this.#age(item, milliseconds)),
      );
    for (const some of batchesOf(items.filter(isPlace), Math.floor(mostInBatch / 2)))
      await this.#reschedule(some, milliseconds);
  }

  async #age({ pk, sk, ...item }: Item, milliseconds: number): Promise<void> {
    for (const [name, value] of Object.entries(item)) {
      if (typeof value !== 'object') continue;
      const lease = z.safeParse(leaseRow, value).data;
      if (lease) await this.set({ pk, sk }, name, { ...lease, until_ms: lease.until_ms - milliseconds });
    }
    const moved = times
      .map((name) => [name, Number(item[name] ?? 0)] as const)
      .filter(([, time]) => time > 0);
    if (moved.length === 0) return;
    await this.#call('UpdateItem', {
      Key: { pk, sk },
      UpdateExpression: `SET ${moved.map(([name]) => `${name} = :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(
        moved.map(([name, time]) => [`:${name}`, Math.max(time - milliseconds, 0)]),
      ),
    });
  }

  /** Moves items of schedules, whose keys contain their time. */
  async #reschedule(places: readonly Item[], milliseconds: number): Promise<void> {
    const requests = places.flatMap(({ pk, sk, ...item }) => {
      // The time is the only part of 15 digits.
      const earlier = sk.replace(/\d{15}/, (at) => String(Number(at) - milliseconds).padStart(15, '0'));
      return [{ PutRequest: { Item: { ...item, pk, sk: earlier } } }, { DeleteRequest: { Key: { pk, sk } } }];
    });
    await this.#send('BatchWriteItem', { RequestItems: { [this.name]: requests } });
  }

  /** Changes an attribute of an item in a way that the service never does. */
  async set({ pk, sk }: Item, attribute: string, value: unknown): Promise<void> {
    await this.#call('UpdateItem', {
      Key: { pk, sk },
      UpdateExpression: 'SET #attribute = :value',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':value': value },
    });
  }

  /** Removes an attribute of an item, as if an earlier release had written the item. */
  async unset({ pk, sk }: Item, attribute: string): Promise<void> {
    await this.#call('UpdateItem', {
      Key: { pk, sk },
      UpdateExpression: 'REMOVE #attribute',
      ExpressionAttributeNames: { '#attribute': attribute },
    });
  }

  /** Puts an item in a way that the service never does. */
  async put(item: Item): Promise<void> {
    await this.#call('PutItem', { Item: item });
  }

  async remove({ pk, sk }: Key): Promise<void> {
    await this.#call('DeleteItem', { Key: { pk, sk } });
  }

  /** Removes all items, or those that are chosen, in batches. */
  async removeAll(isMeant: Choice = anyItem): Promise<void> {
    for (const some of batchesOf(await this.everything(isMeant), mostInBatch)) {
      const requests = some.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      await this.#send('BatchWriteItem', { RequestItems: { [this.name]: requests } });
    }
  }

  /** Removes all webhook endpoints with their deliveries. */
  async forgetWebhooks(): Promise<void> {
    await this.removeAll(({ pk, sk }) => pk.startsWith('WEBHOOK#') || sk.startsWith('WEBHOOK#'));
  }

  async #read(operation: 'Query' | 'Scan', input: object, isMeant: Choice = anyItem): Promise<Item[]> {
    const items: Item[] = [];
    for (let from: object = {}; ; ) {
      const request = {
        TableName: this.name,
        ConsistentRead: true,
        Limit: itemsInPage,
        ...input,
        ...from,
      };
      const { Items, LastEvaluatedKey } = (await callJson(this.#service, operation, request)) as ItemsPage;
      const meant = Items.filter((item) => isMeant(keyOf(item)));
      // Every item has a key of two strings, so a schema would only take time.
      items.push(...meant.map((item) => unmarshalledMap(item) as Item));
      if (LastEvaluatedKey === undefined) return items;
      from = { ExclusiveStartKey: LastEvaluatedKey };
    }
  }

  async #call(operation: string, input: object): Promise<void> {
    await this.#send(operation, { TableName: this.name, ...input });
  }

  /** Sends a request without the SDK, whose client would take most of the time: tests read the whole table very often. */
  async #send(operation: string, input: object): Promise<void> {
    await callJson(this.#service, operation, JSON.parse(requestBody(input)));
  }
}

function* batchesOf<T>(all: readonly T[], count: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += count) yield all.slice(start, start + count);
}

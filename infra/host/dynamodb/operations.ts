import { setTimeout } from 'node:timers/promises';
import type { JsonAction } from '../jsonServer.ts';
import {
  type Action,
  batchWrites,
  itemReads,
  itemWrites,
  run,
  runNow,
  tableReads,
  tableWrites,
  validate,
  type WriteRequest,
  writeItem,
} from './actions.ts';
import { capacityOf, withSmallestRead } from './capacity.ts';
import { expireItems } from './expiry.ts';
import type { Changes, Ledger } from './ledger.ts';
import { forgetExpired } from './requestTokens.ts';
import { readingStore, recordingStore } from './store.ts';
import { describeTimeToLive, tablesWithTimeToLive, timeToLiveKey, updateTimeToLive } from './timeToLive.ts';
import { transactGetItems } from './transactGet.ts';
import { transactWriteItems } from './transactWrite.ts';

/** A sweep reads every table with a time to live. On AWS, expired items stay for up to a few days. */
const expiryIntervalMilliseconds = 10 * 60 * 1000;

interface ReadConsistency {
  ConsistentRead?: unknown;
  RequestItems?: Readonly<Record<string, { ConsistentRead?: unknown }>>;
}

const consistentTables = ({ RequestItems = {} }: ReadConsistency): ReadonlySet<string> =>
  new Set(Object.keys(RequestItems).filter((table) => RequestItems[table]?.ConsistentRead));

/** Every DynamoDB operation by name, over one ledger. */
export class Operations {
  readonly byName: ReadonlyMap<string, JsonAction>;
  readonly #ledger: Ledger;
  readonly #sweeper: NodeJS.Timeout;
  #tableChange: Promise<void> | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#sweeper = setInterval(
      () => void this.expire(Date.now()).catch(() => {}),
      expiryIntervalMilliseconds,
    ).unref();
    this.byName = new Map<string, JsonAction>([
      ...each({ ...itemReads, ...tableReads }, (action, input) => this.#read(action, input)),
      ...each(itemWrites, (action, input) => this.#write(action, writeItem, input)),
      ...each(batchWrites, (action, input) => this.#write(action, runNow, input)),
      ...each(tableWrites, (action, input) => this.#changeTable(action, input)),
      ['TransactWriteItems', (input) => this.#onceDurable(() => transactWriteItems(ledger, input))],
      ['TransactGetItems', (input) => this.#onceDurable(() => transactGetItems(ledger, input))],
      ['UpdateTimeToLive', (input) => this.#onceDurable(() => updateTimeToLive(ledger, input))],
      ['DescribeTimeToLive', (input) => describeTimeToLive(ledger, input)],
    ]);
  }

  /** Removes the items that have expired by `now`, in epoch milliseconds. */
  async expire(now: number): Promise<void> {
    await forgetExpired(this.#ledger, now);
    for (const name of await tablesWithTimeToLive(this.#ledger))
      await this.#onceDurable(() => expireItems(this.#ledger, name, Math.floor(now / 1000)));
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  async #read(action: Action, input: unknown): Promise<unknown> {
    const request = validate(input, action.validation, readingStore(this.#ledger)) as ReadConsistency;
    const lag = request.ConsistentRead ? undefined : this.#ledger.lag;
    const store = readingStore(this.#ledger, lag, consistentTables(request));
    return withSmallestRead(await run(action, store, request), request.ConsistentRead);
  }

  #write(action: Action, runWrite: typeof writeItem, input: unknown): Promise<unknown> {
    return this.#onceDurable(async () => {
      const changes: Changes = new Map();
      const store = recordingStore(this.#ledger, changes);
      const request = validate(input, action.validation, store) as WriteRequest;
      const result = runWrite(action, store, request) as object;
      const consumed =
        request.ReturnConsumedCapacity &&
        capacityOf(changes, this.#ledger).describe(request.ReturnConsumedCapacity);
      await this.#ledger.commit(changes);
      // Only a batch can write to several tables.
      return consumed
        ? { ...result, ConsumedCapacity: action === batchWrites.BatchWriteItem ? consumed : consumed[0] }
        : result;
    });
  }

  // A refusal can depend on a change that is not on disk yet, so it waits for the sync too.
  async #onceDurable(work: () => Promise<unknown>): Promise<unknown> {
    while (this.#tableChange) await this.#tableChange;
    try {
      return await work();
    } catch (error) {
      await this.#ledger.durable();
      throw error;
    }
  }

  // Deleting a table lists its items asynchronously, so no write may come in between.
  async #changeTable(action: Action, input: unknown): Promise<unknown> {
    while (this.#tableChange) await this.#tableChange;
    const changing = this.#applyTableChange(action, input);
    const finish = () => {
      this.#tableChange = undefined;
    };
    this.#tableChange = changing.then(finish, finish);
    return changing;
  }

  async #applyTableChange(action: Action, input: unknown): Promise<unknown> {
    await this.#ledger.durable();
    const changes: Changes = new Map();
    const store = recordingStore(this.#ledger, changes);
    const request = validate(input, action.validation, store) as { TableName?: string };
    const result = await run(action, store, request);
    // dynalite sets the final status in a timer without delay, queued before this one.
    await setTimeout(0);
    if (action === tableWrites.DeleteTable) changes.set(timeToLiveKey(`${request.TableName}`), undefined);
    await this.#ledger.commit(changes);
    return result;
  }
}

const each = (
  actions: Readonly<Record<string, Action>>,
  perform: (action: Action, input: object) => Promise<unknown>,
): [string, JsonAction][] =>
  Object.entries(actions).map(([name, action]) => [name, (input) => perform(action, input)]);

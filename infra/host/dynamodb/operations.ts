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
import type { Changes, Database } from './database.ts';
import { expireItems } from './expiry.ts';
import { forgetExpired } from './requestTokens.ts';
import { readingStore, recordingStore } from './store.ts';
import { describeTimeToLive, tablesWithTimeToLive, timeToLiveKey, updateTimeToLive } from './timeToLive.ts';
import { transactGetItems } from './transactGet.ts';
import { transactWriteItems } from './transactWrite.ts';

/**
 * The time between two runs that remove expired items. Each run reads every table with a time to live. On AWS, expired items stay for up to
 * a few days.
 */
const expiryIntervalMilliseconds = 10 * 60 * 1000;

interface ReadConsistency {
  ConsistentRead?: unknown;
  RequestItems?: Readonly<Record<string, { ConsistentRead?: unknown }>>;
}

const consistentTables = ({ RequestItems = {} }: ReadConsistency): ReadonlySet<string> =>
  new Set(Object.keys(RequestItems).filter((table) => RequestItems[table]?.ConsistentRead));

/** Every DynamoDB operation by name, over one database. */
export class Operations {
  readonly byName: ReadonlyMap<string, JsonAction>;
  readonly #database: Database;
  readonly #sweeper: NodeJS.Timeout;
  #tableChange: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#sweeper = setInterval(
      () => void this.expire(Date.now()).catch(() => {}),
      expiryIntervalMilliseconds,
    ).unref();
    this.byName = new Map<string, JsonAction>([
      ...each({ ...itemReads, ...tableReads }, (action, input) => this.#read(action, input)),
      ...each(itemWrites, (action, input) => this.#write(action, writeItem, input)),
      ...each(batchWrites, (action, input) => this.#write(action, runNow, input)),
      ...each(tableWrites, (action, input) => this.#changeTable(action, input)),
      ['TransactWriteItems', (input) => this.#onceDurable(() => transactWriteItems(database, input))],
      ['TransactGetItems', (input) => this.#onceDurable(() => transactGetItems(database, input))],
      ['UpdateTimeToLive', (input) => this.#onceDurable(() => updateTimeToLive(database, input))],
      ['DescribeTimeToLive', (input) => describeTimeToLive(database, input)],
    ]);
  }

  /** Removes the items that have expired by `now`, in epoch milliseconds. */
  async expire(now: number): Promise<void> {
    await forgetExpired(this.#database, now);
    for (const name of await tablesWithTimeToLive(this.#database))
      await this.#onceDurable(() => expireItems(this.#database, name, Math.floor(now / 1000)));
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  async #read(action: Action, input: unknown): Promise<unknown> {
    const request = validate(input, action.validation, readingStore(this.#database)) as ReadConsistency;
    const lag = request.ConsistentRead ? undefined : this.#database.lag;
    const store = readingStore(this.#database, lag, consistentTables(request));
    return withSmallestRead(await run(action, store, request), request.ConsistentRead);
  }

  #write(action: Action, runWrite: typeof writeItem, input: unknown): Promise<unknown> {
    return this.#onceDurable(async () => {
      const changes: Changes = new Map();
      const store = recordingStore(this.#database, changes);
      const request = validate(input, action.validation, store) as WriteRequest;
      const result = runWrite(action, store, request) as object;
      const consumed =
        request.ReturnConsumedCapacity &&
        capacityOf(changes, this.#database).describe(request.ReturnConsumedCapacity);
      await this.#database.commit(changes);
      // Only a batch can write to several tables. Other operations return one object and no list.
      return consumed
        ? { ...result, ConsumedCapacity: action === batchWrites.BatchWriteItem ? consumed : consumed[0] }
        : result;
    });
  }

  // A refusal can depend on a change that is not on disk yet, so the refusal waits for the sync too.
  async #onceDurable(work: () => Promise<unknown>): Promise<unknown> {
    while (this.#tableChange) await this.#tableChange;
    try {
      return await work();
    } catch (error) {
      await this.#database.durable();
      throw error;
    }
  }

  // Deleting a table lists its items asynchronously, so writes wait until the change of the table is done.
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
    await this.#database.durable();
    const changes: Changes = new Map();
    const store = recordingStore(this.#database, changes);
    const request = validate(input, action.validation, store) as { TableName?: string };
    const result = await run(action, store, request);
    // Waits for the final status, which dynalite sets in a timer without delay. That timer was started first, so it ends first.
    await setTimeout(0);
    if (action === tableWrites.DeleteTable) changes.set(timeToLiveKey(`${request.TableName}`), undefined);
    await this.#database.commit(changes);
    return result;
  }
}

const each = (
  actions: Readonly<Record<string, Action>>,
  perform: (action: Action, input: object) => Promise<unknown>,
): [string, JsonAction][] =>
  Object.entries(actions).map(([name, action]) => [name, (input) => perform(action, input)]);

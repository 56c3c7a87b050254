import { setTimeout } from 'node:timers/promises';
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
import type { Changes, Ledger } from './ledger.ts';
import { RequestTokens } from './requestTokens.ts';
import { readingStore, recordingStore } from './store.ts';
import { describeTimeToLive, timeToLiveKey, updateTimeToLive } from './timeToLive.ts';
import { transactGetItems } from './transactGet.ts';
import { transactWriteItems } from './transactWrite.ts';

type Perform = (input: unknown) => Promise<unknown>;

/** Every DynamoDB operation by name, over one ledger. */
export class Operations {
  readonly #ledger: Ledger;
  readonly #tokens: RequestTokens;
  readonly #byName = new Map<string, Perform>();
  #tableChange: Promise<void> | undefined;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.#tokens = new RequestTokens(ledger);
    this.#register({ ...itemReads, ...tableReads }, (action, input) => this.#read(action, input));
    this.#register(itemWrites, (action, input) => this.#write(action, writeItem, input));
    this.#register(batchWrites, (action, input) => this.#write(action, runNow, input));
    this.#register(tableWrites, (action, input) => this.#changeTable(action, input));
    this.#byName.set('TransactWriteItems', (input) =>
      this.#onceDurable(() => transactWriteItems(ledger, this.#tokens, input)),
    );
    this.#byName.set('TransactGetItems', (input) => this.#onceDurable(() => transactGetItems(ledger, input)));
    this.#byName.set('UpdateTimeToLive', (input) => this.#onceDurable(() => updateTimeToLive(ledger, input)));
    this.#byName.set('DescribeTimeToLive', (input) => describeTimeToLive(ledger, input));
  }

  find(name: string): Perform | undefined {
    return this.#byName.get(name);
  }

  close(): void {
    this.#tokens.close();
  }

  #register(actions: Record<string, Action>, perform: (action: Action, input: unknown) => Promise<unknown>) {
    for (const [name, action] of Object.entries(actions)) {
      this.#byName.set(name, (input) => perform(action, input));
    }
  }

  async #read(action: Action, input: unknown): Promise<unknown> {
    const store = readingStore(this.#ledger);
    return run(action, store, validate(input, action.validation, store));
  }

  #write(action: Action, runWrite: typeof writeItem, input: unknown): Promise<unknown> {
    return this.#onceDurable(async () => {
      const changes: Changes = new Map();
      const store = recordingStore(this.#ledger, changes);
      const result = runWrite(action, store, validate(input, action.validation, store) as WriteRequest);
      await this.#ledger.commit(changes);
      return result;
    });
  }

  // A refusal can rest on a change that is not on disk yet, and must not be heard of before it is.
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
    // dynalite reaches the final status in a timer of no delay, queued before this one.
    await setTimeout(0);
    if (action === tableWrites.DeleteTable) changes.set(timeToLiveKey(`${request.TableName}`), undefined);
    await this.#ledger.commit(changes);
    return result;
  }
}

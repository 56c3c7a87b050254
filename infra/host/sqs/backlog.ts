import { SortedList } from '../sortedList.ts';
import type { InFlightEntry, SqsMessage } from './fauxqs.ts';

interface Waiting {
  readonly message: SqsMessage;
  /** A message with a smaller number has waited longer. */
  readonly order: number;
  next: Waiting | undefined;
}

interface Group {
  readonly id: string | undefined;
  inFlight: number;
  first: Waiting | undefined;
  last: Waiting | undefined;
}

/** Sorts groups by messages in flight, fewest first, then by the age of their oldest message. */
const byInFlightThenAge = (a: Group, b: Group): number =>
  a.inFlight - b.inFlight || (a.first?.order ?? 0) - (b.first?.order ?? 0);

/**
 * The messages of a queue that are waiting to be received, in the order of fairness between their groups. Replaces fauxqs's array of
 * messages and has the array methods that fauxqs uses. The methods' cost depends on the number of waiting groups, not on the number of
 * messages.
 *
 * Amazon SQS holds back groups that have a disproportionate share of the messages in flight (Amazon SQS Developer Guide, "How Amazon SQS
 * fair queues work"). Here, a group is held back if it has more messages in flight than another group, so that tests need only a few
 * messages. On AWS, each message without a group is a group of its own, with nothing in flight. Here, all messages without a group form
 * one group, which counts as a group with nothing in flight.
 */
export class Backlog {
  readonly #groups = new Map<string | undefined, Group>();
  readonly #waiting = new SortedList<Group>(byInFlightThenAge);
  #length = 0;
  #pushed = 0;

  get length(): number {
    return this.#length;
  }

  push(message: SqsMessage): void {
    this.#pushed += 1;
    this.#length += 1;
    const entry: Waiting = { message, order: this.#pushed, next: undefined };
    this.#change(this.#group(message.messageGroupId), (group) => {
      if (group.last) group.last.next = entry;
      else group.first = entry;
      group.last = entry;
    });
  }

  shift(): SqsMessage | undefined {
    const next = this.#waiting.first;
    const entry = next?.first;
    if (!next || !entry) return undefined;
    this.#length -= 1;
    this.#change(next, (group) => {
      group.first = entry.next;
      if (!group.first) group.last = undefined;
    });
    return entry.message;
  }

  /** Counts a message that is now in flight (1) or no longer in flight (-1). */
  countInFlight(groupId: string | undefined, change: 1 | -1): void {
    if (groupId === undefined) return;
    this.#change(this.#group(groupId), (group) => {
      group.inFlight += change;
    });
  }

  /** Removes all messages. Messages in flight still count. */
  clear(): void {
    for (const each of [...this.#groups.values()])
      this.#change(each, (group) => {
        group.first = undefined;
        group.last = undefined;
      });
    this.#length = 0;
  }

  /** Iterates group by group, for reading only. */
  *[Symbol.iterator](): Generator<SqsMessage> {
    for (const { first } of this.#groups.values())
      for (let entry = first; entry; entry = entry.next) yield entry.message;
  }

  #group(id: string | undefined): Group {
    const group = this.#groups.get(id) ?? { id, inFlight: 0, first: undefined, last: undefined };
    this.#groups.set(id, group);
    return group;
  }

  /** Changes a group and updates its place among the waiting groups. */
  #change(group: Group, change: (group: Group) => void): void {
    if (group.first) this.#waiting.remove(group);
    change(group);
    if (group.first) this.#waiting.add(group);
    else if (group.inFlight === 0) this.#groups.delete(group.id);
  }
}

/** The messages in flight by receipt handle, as fauxqs keeps them. Tells the backlog how many messages of each group are in flight. */
export class InFlightMessages extends Map<string, InFlightEntry> {
  readonly #backlog: Backlog;

  constructor(backlog: Backlog) {
    super();
    this.#backlog = backlog;
  }

  override set(receiptHandle: string, entry: InFlightEntry): this {
    this.delete(receiptHandle);
    this.#backlog.countInFlight(entry.message.messageGroupId, 1);
    return super.set(receiptHandle, entry);
  }

  override delete(receiptHandle: string): boolean {
    const entry = this.get(receiptHandle);
    if (entry) this.#backlog.countInFlight(entry.message.messageGroupId, -1);
    return super.delete(receiptHandle);
  }

  override clear(): void {
    for (const receiptHandle of [...this.keys()]) this.delete(receiptHandle);
  }
}

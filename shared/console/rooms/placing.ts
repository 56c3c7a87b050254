import { type Signal, signal } from '@preact/signals';
import type { Document } from '../../client/types.ts';
import { addedItemsMax } from '../../contract/limits.ts';
import type { Place } from '../library/uploads.ts';
import { change } from '../service/api.ts';
import { addDocuments, itemOf, type NewDocument, type State } from './add.ts';
import type { Item, Parent, Room } from './tree.ts';

/** A folder or a file among others that were dropped into the same folder. */
interface Slot {
  readonly siblings: Siblings;
  /** `ready`: the service has the document. `absent`: the file becomes no document, or the room refused it. */
  state: 'expected' | 'ready' | 'there' | 'absent';
  item?: Item['id'];
  document?: Document['id'];
  readonly result: Signal<'waiting' | 'done' | 'failed'>;
  error?: unknown;
  /** The request that got no answer, and is repeated as it was. */
  request?: Request;
}

interface Request {
  readonly slots: readonly Slot[];
  /** Those of the slots. A repeated request has the same content. */
  readonly documents: readonly NewDocument[];
  readonly key: string;
}

/** What was dropped into a folder, in its order. */
export interface Siblings {
  readonly parent_id: Parent;
  /** Whether the folder was made for it, so that nothing else is in it. */
  readonly isNew: boolean;
  /** The last item before the drop; `first` if there was none. Undefined: nothing was made there, so that the end is after it. */
  readonly end: Item['id'] | 'first' | undefined;
  readonly slots: Slot[];
}

/** Counts the documents that got their places, so that trees load them. */
export const placedCount = signal(0);

/** Puts uploaded documents into a room one request after another, in the order in which they were dropped. */
export class Placing {
  readonly #room_id: Room['id'];
  readonly #state: State;
  readonly #all: Slot[] = [];
  readonly #repeated: Request[] = [];
  #isRunning = false;

  /** @param state of the documents that go into a folder that was there before */
  constructor(room_id: Room['id'], state: State) {
    this.#room_id = room_id;
    this.#state = state;
  }

  /** Adds a folder, which is in the room already. */
  folder(siblings: Siblings, item: Item['id']): void {
    siblings.slots.push({ siblings, state: 'there', item, result: signal('done') });
  }

  /** Adds a file. Documents after it wait until it has its place, or gets none. */
  file(siblings: Siblings, name: string): Place {
    const slot: Slot = { siblings, state: 'expected', result: signal('waiting') };
    siblings.slots.push(slot);
    this.#all.push(slot);
    return {
      name,
      state: slot.result,
      get error() {
        return slot.error;
      },
      put: (document) => {
        Object.assign(slot, { state: 'ready', document });
        void this.#run();
      },
      leave: () => {
        slot.state = 'absent';
        void this.#run();
      },
      retry: () => {
        const { request } = slot;
        if (request) this.#repeated.push(request);
        for (const one of request?.slots ?? [slot]) {
          one.state = request ? 'expected' : 'ready';
          delete one.request;
          one.result.value = 'waiting';
        }
        void this.#run();
      },
    };
  }

  /** Returns the next request: documents whose places are known, because everything before them is settled. */
  #next(): Request | undefined {
    const repeated = this.#repeated.shift();
    if (repeated) return repeated;
    const isNext = (slot: Slot) => {
      const { slots } = slot.siblings;
      return (
        slot.state === 'ready' &&
        !slots.slice(0, slots.indexOf(slot)).some(({ state }) => state === 'expected')
      );
    };
    const slots = this.#all.filter(isNext).slice(0, addedItemsMax);
    if (slots.length === 0) return undefined;
    const documents = slots.map((slot) => ({
      document_id: slot.document as Document['id'],
      parent_id: slot.siblings.parent_id,
      after: afterOf(slot),
      state: slot.siblings.isNew ? ('open' as const) : this.#state,
    }));
    return { slots, documents, key: crypto.randomUUID() };
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let request = this.#next(); request; request = this.#next()) await this.#send(request);
    this.#isRunning = false;
  }

  async #send(request: Request): Promise<void> {
    const { slots, documents, key } = request;
    try {
      const refused = await change(() => addDocuments(this.#room_id, documents, key));
      for (const [index, slot] of slots.entries())
        if (refused.has(index)) fail(slot, refused.get(index));
        else settle(slot);
    } catch (error) {
      for (const slot of slots) fail(slot, error, request);
    }
    placedCount.value += 1;
  }
}

const settle = (slot: Slot): void => {
  Object.assign(slot, { state: 'there', item: itemOf(slot.document as Document['id']) });
  slot.result.value = 'done';
};

const fail = (slot: Slot, error: unknown, request?: Request): void => {
  Object.assign(slot, { state: 'absent', error, ...(request && { request }) });
  slot.result.value = 'failed';
};

/** Returns the nearest item before a slot that is in the room. Undefined: the document comes last in the folder. */
function afterOf(slot: Slot): Item['id'] | 'first' | undefined {
  const { slots, end } = slot.siblings;
  const before = slots.slice(0, slots.indexOf(slot));
  return before.findLast(({ state }) => state === 'there')?.item ?? end;
}

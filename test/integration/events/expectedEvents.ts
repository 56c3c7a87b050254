import { expect } from 'vitest';
import type { EventData } from '../../../shared/contract/events.ts';
import type { EventType } from '../../../shared/contract/eventTypes.ts';
import type { Actor, Answer } from '../../support/client.ts';

/** An event that a change must cause. */
export interface ExpectedEvent {
  readonly type: EventType;
  readonly data: unknown;
  /** The caller who makes the change; null if the service itself makes the change. */
  readonly by: Actor | null;
  readonly organization_id?: string;
  readonly visible_to?: string | null;
}

export interface Change {
  /** The name of the test, which begins with the operation. */
  readonly what: string;
  /** Prepares a change. The function that it resolves with makes the change, and returns the expected events. */
  readonly prepare: () => Promise<() => Promise<readonly ExpectedEvent[]>>;
}

export const eventOf = <T extends EventType>(
  type: T,
  data: EventData<T>,
  by: Actor | null = 'owner',
  more: Pick<ExpectedEvent, 'organization_id' | 'visible_to'> = {},
): ExpectedEvent => ({ type, data, by, ...more });

/** A change of something that `given` prepares. */
export const change = <G>(
  what: string,
  given: () => Promise<G>,
  act: (given: G) => Promise<readonly ExpectedEvent[]>,
): Change => ({
  what,
  prepare: async () => {
    const prepared = await given();
    return () => act(prepared);
  },
});

/** For changes that need nothing before. */
export const nothing = async (): Promise<void> => undefined;

/** A change with one event, whose data are the answer to the request. */
export const answered = <T extends EventType, G>(
  what: string,
  given: () => Promise<G>,
  type: T,
  ask: (given: G) => Promise<Pick<Answer<EventData<T>>, 'body'>>,
  by: Actor = 'owner',
): Change => change(what, given, async (it) => [eventOf(type, (await ask(it)).body, by)]);

/** A removal with one event. `ask` returns what was there before, which are its data, the answer, and who asks. Default: the owner */
export const removed = <T extends EventType, G>(
  what: string,
  given: () => Promise<G>,
  type: T,
  ask: (given: G) => readonly [EventData<T>, Promise<Pick<Answer<object>, 'status' | 'body'>>, Actor?],
): Change =>
  change(what, given, async (it) => {
    const [data, answer, by] = ask(it);
    const { status, body } = await answer;
    expect([status, body]).toEqual([200, {}]);
    return [eventOf(type, data, by)];
  });

export interface CallWithoutEvent {
  readonly what: string;
  readonly status: number;
  /** Prepares a call. Resolves with a function that makes the call. */
  readonly prepare: () => Promise<() => Promise<Pick<Answer<unknown>, 'status'>>>;
}

/** A call that must not cause an event. */
export const silent = <G>(
  what: string,
  given: () => Promise<G>,
  ask: (given: G) => Promise<Pick<Answer<unknown>, 'status'>>,
  status = 200,
): CallWithoutEvent => ({
  what,
  status,
  prepare: async () => {
    const prepared = await given();
    return () => ask(prepared);
  },
});

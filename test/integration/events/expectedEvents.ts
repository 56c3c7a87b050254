import type { EventType } from '../../../shared/contract/eventTypes.ts';
import type { Actor } from '../../support/client.ts';

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

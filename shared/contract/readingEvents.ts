import type { EventType } from './eventTypes.ts';
import type { ReadingType } from './readingTypes.ts';

/** The types of events about readers, each with the type of its entry of activity. */
export const readingEventTypes = {
  viewed: 'document.viewed',
  downloaded: 'document.downloaded',
  acknowledged: 'policy.acknowledged',
} as const satisfies Partial<Record<ReadingType, EventType>>;

/** Returns whether events of a type are about readers. Such events are frequent, and people without an account can cause them. */
export const isAboutReaders = (type: string): boolean =>
  Object.values<string>(readingEventTypes).includes(type);

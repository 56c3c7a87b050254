import { actTypes } from './actTypes.ts';
import { type EventType, eventTypes } from './eventTypes.ts';
import { isAboutReaders } from './readingEvents.ts';
import { previewType, readingTypes } from './readingTypes.ts';

/** Events about readers have entries with a type of reading instead. */
type ChangeEventType = Exclude<EventType, 'document.viewed' | 'document.downloaded' | 'policy.acknowledged'>;
const changeEventTypes = eventTypes.filter((type): type is ChangeEventType => !isAboutReaders(type));

/** The types that entries of activity have: a closed list. */
export const activityTypes = [...readingTypes, previewType, ...changeEventTypes, ...actTypes] as const;
export type ActivityType = (typeof activityTypes)[number];

import { formatTime, t } from '../words/words.ts';
import type { Room } from './tree.ts';

/** Says why readers cannot enter a room now, in a few words; null: they can. */
export function stateText({ state, opens_at, closes_at }: Room, now = Date.now()): string | null {
  if (state === 'closed') return t('rooms.closed');
  if (closes_at !== null && Date.parse(closes_at) <= now)
    return t('rooms.closedOn', { time: formatTime(closes_at) });
  if (opens_at !== null && Date.parse(opens_at) > now)
    return t('rooms.opensOn', { time: formatTime(opens_at) });
  return null;
}

/** Returns a time as the value of a `datetime-local` control. */
export const fieldOfTime = (time: string | null): string => {
  if (time === null) return '';
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** Returns the value of a `datetime-local` control as the API takes it. A field that shows a time keeps it, with its seconds. */
export const timeOfField = (field: string, before: string | null = null): string | null => {
  if (field === '') return null;
  return field === fieldOfTime(before) ? before : new Date(field).toISOString();
};

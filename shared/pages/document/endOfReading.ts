import type { CurrentAttachment } from '../../data/policies/currentNames.ts';
import { combine } from '../../policies/combine.ts';
import type { Html } from '../../text/html.ts';
import { phrase } from '../phrase.ts';
import type { Reader } from '../readablePage.ts';
import { yourTime } from './words.ts';

/**
 * Returns the sentence that says until when the reader can read: the earliest end of the document's policies and of the reader's share. The
 * script writes the time in the reader's zone. Returns null if reading does not end.
 */
export function endOfReading(
  attachments: readonly CurrentAttachment[],
  { granted, share }: Pick<Reader, 'granted' | 'share'>,
): Html | null {
  if (!granted.isBound) return null;
  const { ends } = combine(attachments);
  const all = [ends?.atMilliseconds, share?.expires_at ? Date.parse(share.expires_at) : undefined].filter(
    (end) => end !== undefined,
  );
  if (all.length === 0) return null;
  return phrase('viewer.ends', { time: yourTime(new Date(Math.min(...all)).toISOString()) });
}

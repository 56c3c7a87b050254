import * as z from 'zod/mini';
import { sessionId } from '../identifiers.ts';
import { dateTime } from '../text.ts';

/** A session of the caller, without its token. */
export const session = z.strictObject({
  id: sessionId,
  created_at: dateTime,
  last_used_at: dateTime,
  expires_at: dateTime,
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

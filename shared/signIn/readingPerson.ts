import { type CallerItem, newReader } from '../data/callers/callers.ts';
import { isInvited } from '../reading/rooms/invited.ts';
import { normalizedEmail } from '../text/emailAddress.ts';
import { leadsTo } from './leadsTo.ts';
import { type NameClaims, namesOf } from './names.ts';

/**
 * Returns a new reader for an unknown person who proved the address `email` on the way to a document, or to a room with an access entry for
 * the address; undefined if `returnTo` leads elsewhere. A document need not exist, and nothing is read for it: being a reader opens
 * nothing, and nobody learns which documents exist. A room that has no entry for the address is as one that does not exist.
 */
export async function readingPerson(
  claims: NameClaims,
  email: string,
  now: number,
  returnTo: string,
): Promise<CallerItem | undefined> {
  const to = leadsTo(returnTo);
  if (to === undefined) return undefined;
  const isReader = to === 'document' || (await isInvited(to.room, normalizedEmail(email) ?? '', now));
  return isReader ? newReader(namesOf(claims, email), now) : undefined;
}

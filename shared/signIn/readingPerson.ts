import { type CallerItem, newReader } from '../data/callers/callers.ts';
import { leadsToDocument } from '../presentation/links.ts';
import { type NameClaims, namesOf } from './names.ts';

/**
 * Returns a new reader for an unknown person who proved the address `email` on the way to a document; undefined if `returnTo` leads
 * elsewhere. The document need not exist, and nothing is read: being a reader opens nothing, and nobody learns which documents exist.
 */
export const readingPerson = (
  claims: NameClaims,
  email: string,
  now: number,
  returnTo: string,
): CallerItem | undefined => (leadsToDocument(returnTo) ? newReader(namesOf(claims, email), now) : undefined);

import { shareWith } from '../access/shares.ts';
import { type DocumentId, documentId } from '../contract/identifiers.ts';
import { type CallerItem, newReader } from '../data/callers/callers.ts';
import { getDocument } from '../data/documents/documents.ts';
import { listAllAttachments } from '../data/policies/attachments.ts';
import { withCurrentNames } from '../data/policies/currentNames.ts';
import { combine } from '../policies/combine.ts';
import { decide } from '../policies/decide.ts';
import { documentPathIn } from '../presentation/links.ts';
import { type NameClaims, namesOf } from './names.ts';

/**
 * Returns a new reader for an unknown person if `returnTo` leads to a document that the person may read. The document must be shared with
 * their address `email`, or be public with a policy that requires a sign-in. Returns undefined for other documents, and for addresses that
 * the policies do not allow. Also returns a reader if the time for reading has ended: then the document's page says so.
 */
export async function readingPerson(
  claims: NameClaims,
  email: string,
  now: number,
  returnTo: string,
): Promise<CallerItem | undefined> {
  const id = documentId.safeParse(documentPathIn(returnTo)).data;
  return id && (await isReaderOf(id, email, now)) ? newReader(namesOf(claims, email), now) : undefined;
}

/**
 * Returns whether a document is for the person with the address `email`. The function makes the same reads for a document that does not
 * exist.
 */
async function isReaderOf(id: DocumentId, email: string, now: number): Promise<boolean> {
  const document = await getDocument(id);
  const share = await shareWith(id, document, email, now);
  if (!document || (document.access_level !== 'public' && !share)) return false;
  const shown = await withCurrentNames({ document, attachments: await listAllAttachments(id) });
  if (!shown) return false;
  const terms = combine(shown.attachments);
  const reader = { isBound: true, isSignedIn: true, email, emailProvenAtMilliseconds: now, accepted: [] };
  const decision = decide(terms, reader, now);
  const isAllowed = decision.kind !== 'refused' || decision.reason === 'expired';
  return (share !== undefined || terms.signIn !== null) && isAllowed;
}

import { ApiError } from '../access/errors.ts';
import { type DocumentId, documentId } from '../contract/identifiers.ts';
import { type CallerItem, newReader } from '../data/callers/callers.ts';
import { getDocument } from '../data/documents/documents.ts';
import { listAllAttachments } from '../data/policies/attachments.ts';
import { asksToSignIn } from '../policies/combine.ts';
import { documentPathIn } from '../presentation/links.ts';
import { standingOf } from '../reading/standing.ts';
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

/** Returns whether a document is for the person with the address `email`. */
async function isReaderOf(documentId: DocumentId, email: string, now: number): Promise<boolean> {
  const [document, attachments] = await Promise.all([
    getDocument(documentId),
    listAllAttachments(documentId),
  ]);
  const asking = {
    documentId,
    of: 'content',
    who: { kind: 'address', email },
    accepting: null,
    preview: undefined,
    isJson: false,
  } as const;
  const found = { ...(document && { document }), attachments };
  const standing = await standingOf(found, asking, now).catch(undefinedIfMissing);
  if (!standing) return false;
  const { kind, decision, loaded } = standing;
  const isAsked = kind === 'invited' || loaded.attachments.some(asksToSignIn);
  return isAsked && (decision.kind !== 'refused' || decision.reason === 'expired');
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error;
}

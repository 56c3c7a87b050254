import { mayRead } from '../access/documents.ts';
import { notFound } from '../access/errors.ts';
import type { Principal } from '../access/principal.ts';
import { notProvenForShare, shareFor } from '../access/shares.ts';
import type { DocumentId } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import { listAllAttachments } from '../data/policies/attachments.ts';
import { type CurrentAttachment, withCurrentNames } from '../data/policies/currentNames.ts';
import { decideAccess } from './accessDecision.ts';
import { refusalOf } from './policyRefusal.ts';

/** A document that a caller may read. */
interface Readable {
  readonly document: DocumentItem;
  /** True if only a share opens it to the caller. The caller then sees no names of people. */
  readonly byShare: boolean;
  /** The attachments with their policies; undefined if the decision needed none. */
  readonly attachments?: readonly CurrentAttachment[];
}

/**
 * Returns a document that the caller may read by its access level or by a share. Throws 404 if the document is missing or the caller may
 * not read it, and 403 with the reason if a policy refuses a caller with a share. It looks for a share only if the access level does not
 * open the document.
 *
 * @param found the document that was loaded; undefined if it is missing
 */
export const readableOrShared = async (
  documentId: DocumentId,
  found: DocumentItem | undefined,
  principal: Principal,
): Promise<Readable> =>
  found && mayRead(found, principal)
    ? { document: found, byShare: false }
    : { ...(await openedByShare(documentId, found, principal)), byShare: true };

/**
 * Returns a document that a share opens to a caller, if its policies allow it too. Throws 404 without a share, and 403 with the reason when
 * the address is not proven or a policy refuses.
 */
async function openedByShare(
  documentId: DocumentId,
  found: DocumentItem | undefined,
  principal: Principal,
): Promise<Pick<Readable, 'document' | 'attachments'>> {
  const now = Date.now();
  const opening = await shareFor(documentId, found, principal, now);
  if (!found || !opening) throw notFound('document', 'document_id');
  if (!opening.isProven) throw notProvenForShare();
  const attachments = await listAllAttachments(found.id);
  const loaded = await withCurrentNames({ document: found, attachments });
  // Nobody may read a document of a deleted organization.
  if (!loaded) throw notFound('document', 'document_id');
  const accepting = { user_id: principal.user.id };
  const asking = { principal, accepting, isBound: true, previewedTexts: undefined };
  const decision = await decideAccess(found, loaded.attachments, asking, now);
  const isMember = principal.role !== null && principal.organization_id === found.organization_id;
  const refusal = refusalOf(decision, isMember);
  if (refusal) throw refusal;
  return { document: loaded.document, attachments: loaded.attachments };
}

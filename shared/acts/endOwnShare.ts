import type { DocumentId } from '../contract/identifiers.ts';
import { type DocumentItem, getDocument } from '../data/documents/documents.ts';
import { getOrganization } from '../data/organizations/organizations.ts';
import type { CountedShare } from '../data/shares/countedShares.ts';
import type { ShareItem } from '../data/shares/shareItems.ts';
import type { By } from '../events/records/record.ts';
import { type Refused, refuse } from './refusal.ts';
import { withdrawShare } from './shareDocument.ts';

interface EndOwnShare {
  readonly documentId: DocumentId;
  /** Returns the reader's share of the document; undefined: there is none. Throws if the reader may not use it. */
  readonly ownShare: (document: DocumentItem | undefined) => Promise<ShareItem | undefined>;
  /** The reader. */
  readonly by: By;
}

/** Ends a share for its reader, and returns the share as it was. A share of a document in a deleted organization counts as missing. */
export async function endOwnShare({
  documentId,
  ownShare,
  by,
}: EndOwnShare): Promise<CountedShare | Refused<'no_share'>> {
  const document = await getDocument(documentId);
  const share = await ownShare(document);
  if (!document || !share) return refuse('no_share');
  const { organization_id } = document;
  if (organization_id !== null && !(await getOrganization(organization_id))) return refuse('no_share');
  return withdrawShare({
    documentId,
    shareId: share.id,
    permitted: (found) => found,
    by,
    isReader: true,
  });
}

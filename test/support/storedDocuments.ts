/** Writes documents with the service's own code, without the API. Import this file only when the environment names the table. */

import type { DocumentId, OrganizationId, VersionId } from '../../shared/contract/identifiers.ts';
import {
  createDocument,
  type DocumentItem,
  getDocument,
  newDocument,
  replaceDocument,
} from '../../shared/data/documents/documents.ts';
import { createShare, newShare } from '../../shared/data/shares/changes.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';

/** The number of documents in a transaction, within DynamoDB's limit of a hundred items. */
const together = 50;

type Given = Parameters<typeof newDocument>[0];

/** A creator of documents. The table has no item of this person. */
export const benchUser = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;

/** Returns a document that is ready, with one version. */
export function readyDocument(
  given: Pick<Given, 'organization_id'> & Partial<Given>,
  { id, size_bytes }: { readonly id: VersionId; readonly size_bytes: number },
  organization: Parameters<typeof newDocument>[1] = { name: 'Acme Records' },
): DocumentItem {
  const document = newDocument(
    {
      title: 'Master agreement',
      description: 'What the parties agreed on, and what follows from it.',
      access_level: 'organization',
      created_by: benchUser,
      ...given,
    },
    organization,
    { id, size_bytes },
  );
  return { ...document, processing_status: 'ready', current_version: { id, number: 1 } };
}

/** Stores `count` documents that are ready. Resolves with their ids. */
export async function storeDocuments(organization_id: OrganizationId, count: number): Promise<DocumentId[]> {
  const documents = Array.from({ length: count }, (_, index) =>
    readyDocument(
      { organization_id, title: `Master agreement ${index}` },
      { id: newId('ver'), size_bytes: 50_000 },
    ),
  );
  for (let start = 0; start < count; start += together)
    await transact(documents.slice(start, start + together).map(createDocument));
  return documents.map(({ id }) => id);
}

/** Shares a document with a new address, in the name of the document's creator. */
export async function storedShare(id: DocumentId, { expires_at = null as string | null } = {}) {
  const document = await getDocument(id);
  if (!document) throw new Error(`there is no document ${id}`);
  const email = `${crypto.randomUUID()}@guests.example`;
  const given = { email, expires_at, message: '', notify_me: false, created_by: document.created_by };
  const share = newShare(document, given);
  const counted = { ...document, share_count: (document.share_count ?? 0) + 1 };
  await transact([...createShare(share, undefined), replaceDocument(counted)]);
  return share;
}

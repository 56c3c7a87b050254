/** Writes documents by the service's own code, past its API. To be loaded once the environment says where the table is. */

import type { DocumentId, OrganizationId } from '../../shared/contract/identifiers.ts';
import { transact } from '../../shared/data/commit.ts';
import { createDocument, newDocument } from '../../shared/data/documents.ts';
import { newId } from '../../shared/data/ids.ts';

/** Fewer than a transaction can have. */
const together = 50;

/** Stores so many documents that are ready. Resolves with their ids. */
export async function storeDocuments(organization_id: OrganizationId, count: number): Promise<DocumentId[]> {
  const created_by = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;
  const documents = Array.from({ length: count }, (_, index) => {
    const given = {
      organization_id,
      title: `Master agreement ${index}`,
      description: 'What the parties agreed on, and what follows from it.',
      access_level: 'organization',
      created_by,
    } as const;
    const version = newId('ver');
    return {
      ...newDocument(given, { name: 'Acme Records' }, { id: version, size_bytes: 50_000 }),
      processing_status: 'ready' as const,
      current_version: { id: version, number: 1 },
    };
  });
  for (let start = 0; start < count; start += together)
    await transact(documents.slice(start, start + together).map(createDocument));
  return documents.map(({ id }) => id);
}

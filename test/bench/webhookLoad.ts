/** Changes documents with their events, by the service's own code and without the API. Import this file only when the environment names the table. */

import type { OrganizationId } from '../../shared/contract/identifiers.ts';
import {
  createDocument,
  type DocumentItem,
  newDocument,
  replaceDocument,
} from '../../shared/data/documents/documents.ts';
import { transact } from '../../shared/data/table/commit.ts';
import { newId } from '../../shared/data/table/ids.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import { documentRecord } from '../../shared/events/records/documents.ts';

const concurrency = 32;
const user = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;

/** The documents of each of the concurrent loops, by organization. Loops share no document, so their changes do not conflict. */
const documents = Array.from({ length: concurrency }, () => new Map<OrganizationId, DocumentItem>());

async function storedDocument(organization_id: OrganizationId): Promise<DocumentItem> {
  const document = newDocument(
    {
      organization_id,
      title: 'Master agreement',
      description: 'What the parties agreed on, 契約, and what follows from it.',
      access_level: 'organization',
      created_by: user,
    },
    { name: 'Bench' },
    { id: newId('ver'), size_bytes: 0 },
  );
  await transact([createDocument(document)]);
  return document;
}

/** Commits one change in each organization of the list. An organization may be listed several times. */
export async function change(organizations: readonly OrganizationId[]): Promise<void> {
  const rest = organizations.values();
  await Promise.all(
    documents.map(async (own) => {
      for (const organization of rest) {
        const document = own.get(organization) ?? (await storedDocument(organization));
        const [changed] = await commitChange({
          records: [
            documentRecord('document.updated', document, { user, staff: false, credential: 'key:bench' }),
          ],
          writes: [replaceDocument(document)],
        });
        own.set(organization, changed);
      }
    }),
  );
}

/** A thread that commits changes of documents with their events. It uses the service's own code, without the API. */

import { parentPort, workerData } from 'node:worker_threads';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import {
  createDocument,
  type DocumentItem,
  newDocument,
  replaceDocument,
} from '../../../shared/data/documents/documents.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';

export interface LoadRequest {
  readonly id: number;
  /** The organization of each change. */
  readonly organizations: readonly OrganizationId[];
}

/** The number of changes that are sent to the store at the same time. */
const concurrency = workerData as number;

const user = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;

/** The documents of each of the concurrent loops, by organization. Loops share no document, so their changes do not conflict. */
const documents = Array.from({ length: concurrency }, () => new Map<string, Promise<DocumentItem>>());

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

async function change(
  own: Map<string, Promise<DocumentItem>>,
  organizationId: OrganizationId,
): Promise<void> {
  const document = await (own.get(organizationId) ?? storedDocument(organizationId));
  const [changed] = await commitChange({
    records: [documentRecord('document.updated', document, { user, staff: false, credential: 'key:bench' })],
    writes: [replaceDocument(document)],
  });
  own.set(organizationId, Promise.resolve(changed));
}

/** Handles one request after the other, so that two requests do not change the same document at once. */
let last: Promise<void> = Promise.resolve();

parentPort?.on('message', ({ id, organizations }: LoadRequest) => {
  last = last.then(async () => {
    const rest = organizations.values();
    await Promise.all(
      documents.map(async (own) => {
        for (const organization of rest) await change(own, organization);
      }),
    );
    parentPort?.postMessage(id);
  });
});

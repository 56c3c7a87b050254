/** A thread that commits changes of documents with their events, by the service's own code, past its API. */
import { parentPort, workerData } from 'node:worker_threads';
import { commit } from '../../shared/data/commit.ts';
import { createDocument, type DocumentItem, replaceDocument } from '../../shared/data/documents.ts';
import { newId } from '../../shared/data/ids.ts';
import { documentEvent } from '../../shared/events/describe.ts';
import { commitWithEvents } from '../../shared/events/outbox.ts';

export interface LoadRequest {
  readonly id: number;
  /** The organization of each change. */
  readonly organizations: readonly string[];
}

/** How many changes are on their way to the store at the same time. */
const concurrency = workerData as number;

const user = { id: newId('user'), type: 'user_account', name: 'Bench' } as const;

/** A document is changed by one at a time: each of those that work has its own in each organization. */
const documents = Array.from({ length: concurrency }, () => new Map<string, Promise<DocumentItem>>());

async function newDocument(organization_id: string): Promise<DocumentItem> {
  const document: DocumentItem = {
    id: newId('doc'),
    organization_id,
    organization_name: 'Bench',
    title: 'Master agreement',
    description: 'What the parties agreed on, 契約, and what follows from it.',
    access_level: 'organization',
    created_by: user,
    processing_status: 'ready',
    current_version: null,
    newest_version_id: newId('ver'),
    version_count: 1,
    entry_page: null,
    revision: 1,
  };
  await commit(createDocument(document));
  return document;
}

async function change(own: Map<string, Promise<DocumentItem>>, organization: string): Promise<void> {
  const document = await (own.get(organization) ?? newDocument(organization));
  await commitWithEvents(
    documentEvent('document.updated', document, { user, staff: false }),
    replaceDocument(document),
  );
  own.set(organization, Promise.resolve({ ...document, revision: document.revision + 1 }));
}

/** One request after the other, so that nobody changes a document that somebody else is changing. */
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

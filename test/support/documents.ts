import { inject } from 'vitest';
import type { Document } from '../../shared/contract/resources/document.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import { type Actor, clientOf } from './client.ts';
import { eventually } from './eventually.ts';
import { makePdf, uploadForm } from './uploads.ts';

export const call = clientOf(inject('credentials'));

/** The seeded actors' keys, for tests that make their own headers. */
export const apiKeys = inject('credentials').api_keys;

/** Returns a title that no other test and no other run against the same stage uses. */
export const uniqueTitle = (about: string): string => `${about} ${crypto.randomUUID()}`;

/** A file that begins like a PDF, so that the upload is accepted. No PDF reader can open the file, so its processing fails. */
export const brokenPdf: Uint8Array<ArrayBuffer> = Uint8Array.from(
  Buffer.from(`%PDF-1.7\n${'no objects, no cross-reference table, no trailer\n'.repeat(40)}`),
);

export interface Upload {
  readonly as?: Actor;
  readonly fields?: Readonly<Record<string, string>>;
  readonly payload?: Uint8Array<ArrayBuffer>;
}

/** Creates a document. Default: as the owner */
export async function upload({ as = 'owner', fields = {}, payload }: Upload = {}): Promise<Document> {
  const form = uploadForm({ title: 'Master agreement', ...fields }, payload ?? (await makePdf()));
  return (await call.createDocument({ as, form })).body;
}

/** Waits until the text of a document's version is there, and returns the answer. */
export const textThere = (document_id: string, version_id?: string) =>
  eventually(
    () =>
      call.getDocumentText({
        path: { document_id },
        query: { ...(version_id && { version_id }), max_pages: '20' },
      }),
    ({ status }) => status === 200,
  );

export interface VersionUpload extends Upload {
  readonly document_id: string;
}

/** Adds a version to a document. Default: as the owner */
export async function uploadVersion({
  as = 'owner',
  document_id,
  fields = {},
  payload,
}: VersionUpload): Promise<Version> {
  const form = uploadForm(fields, payload ?? (await makePdf()));
  return (await call.createDocumentVersion({ as, path: { document_id }, form })).body;
}

/** Waits until a document's processing has ended, and returns the document. */
export const processed = (id: string, as: Actor = 'owner'): Promise<Document> =>
  eventually(
    async () => (await call.getDocument({ as, path: { document_id: id } })).body,
    (document) => document.processing_status !== 'processing',
  );

/** Waits until a version's processing has ended, and returns the version. */
export const processedVersion = ({ id, document_id }: Version, as: Actor = 'owner'): Promise<Version> =>
  eventually(
    async () => (await call.getDocumentVersion({ as, path: { document_id, version_id: id } })).body,
    (version) => version.processing_status !== 'processing',
  );

/** Waits until the owner's list of documents for a query has a number of items. Lists may lag behind the table. */
export const untilListed = (query: Readonly<Record<string, string>>, count = 1): Promise<number> =>
  eventually(
    async () => (await call.listDocuments({ query })).body.items.length,
    (listed) => listed === count,
  );

/** Creates a document, waits until its first version is ready, and returns the ids of both. */
export async function readyDocument(
  given: Upload = {},
): Promise<{ document: Document; document_id: string; version_id: string }> {
  const { id } = await upload(given);
  const document = await processed(id, given.as);
  if (document.current_version === null) throw new Error(`${id} is ${document.processing_status}`);
  return { document, document_id: id, version_id: document.current_version.id };
}

import type { Document } from '../../shared/contract/resources/document.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { Actor, Answer } from './client.ts';
import { call } from './documents.ts';
import { eventually } from './eventually.ts';
import { allVersions } from './pages.ts';
import { makePdf, uploadForm } from './uploads.ts';

/** The path parameters of a document and one of its versions. */
export interface Target {
  readonly document_id: string;
  readonly version_id: string;
}

export interface Attempt {
  readonly id: string;
  readonly run: (as: Actor, target: Target) => Promise<Answer<unknown>>;
}

const onDocument = ({ document_id }: Target) => ({ document_id });

/** Every operation that reads an existing document, each with a request that is valid except for its target. */
export const reads: readonly Attempt[] = [
  {
    id: 'getDocument',
    run: (as, target) => call.getDocument({ as, path: onDocument(target) }),
  },
  {
    id: 'generateDocumentEntryPage',
    run: (as, target) => call.generateDocumentEntryPage({ as, path: onDocument(target) }),
  },
  {
    id: 'listDocumentVersions',
    run: (as, target) => call.listDocumentVersions({ as, path: onDocument(target) }),
  },
  {
    id: 'getDocumentVersion',
    run: (as, target) => call.getDocumentVersion({ as, path: { ...target } }),
  },
  {
    id: 'getDocumentText',
    // The text is there a moment after the version is ready.
    run: (as, target) =>
      eventually(
        () => call.getDocumentText({ as, path: onDocument(target) }),
        ({ status }) => status !== 400,
      ),
  },
];

/** Every operation that changes an existing document. The last operation restores what the one before it deletes. */
export const changes: readonly Attempt[] = [
  {
    id: 'updateDocument',
    run: (as, target) => call.updateDocument({ as, path: onDocument(target), json: { title: 'Taken over' } }),
  },
  {
    id: 'setDocumentAccessLevel',
    run: (as, target) =>
      call.setDocumentAccessLevel({ as, path: onDocument(target), json: { access_level: 'organization' } }),
  },
  {
    id: 'createDocumentVersion',
    run: async (as, target) =>
      call.createDocumentVersion({
        as,
        path: onDocument(target),
        form: uploadForm({ title: 'Taken over' }, await makePdf()),
      }),
  },
  {
    id: 'updateDocumentVersion',
    run: (as, target) =>
      call.updateDocumentVersion({ as, path: { ...target }, json: { title: 'Taken over' } }),
  },
  {
    id: 'deleteDocumentVersion',
    run: (as, target) => call.deleteDocumentVersion({ as, path: { ...target } }),
  },
  {
    id: 'deleteDocument',
    run: (as, target) => call.deleteDocument({ as, path: onDocument(target) }),
  },
  {
    id: 'restoreDocument',
    run: (as, target) => call.restoreDocument({ as, path: onDocument(target) }),
  },
];

/** Returns everything that is visible of a document, to compare it before and after. */
export async function stateOf(
  document_id: string,
  as: Actor = 'owner',
): Promise<{ document: Document; versions: Version[] }> {
  const { body: document } = await call.getDocument({ as, path: { document_id } });
  return { document, versions: await allVersions(as, document_id) };
}

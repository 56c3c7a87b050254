import type { Document } from '../../shared/contract/resources/document.ts';
import type { Version } from '../../shared/contract/resources/version.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import type { Actor, Answer, CallRequest } from './client.ts';
import { call } from './documents.ts';
import { eventually } from './eventually.ts';
import { allVersions } from './pages.ts';
import { makePdf, uploadForm } from './uploads.ts';

/** The path parameters of a document and one of its versions. */
interface Target {
  readonly document_id: string;
  readonly version_id: string;
}

interface Attempt {
  readonly id: OperationId;
  readonly run: (as: Actor, target: Target) => Promise<Answer<unknown>>;
}

const attempt = (id: OperationId, request: CallRequest = {}): Attempt => ({
  id,
  run: (as, target) => call[id]({ as, path: { ...target }, ...request }),
});

/** Every operation that reads an existing document, each with a request that is valid except for its target. */
export const reads: readonly Attempt[] = [
  attempt('getDocument'),
  attempt('generateDocumentEntryPage'),
  attempt('listDocumentVersions'),
  attempt('getDocumentVersion'),
  {
    id: 'getDocumentText',
    // The text is there a moment after the version is ready.
    run: (as, target) =>
      eventually(
        () => attempt('getDocumentText').run(as, target),
        ({ status }) => status !== 400,
      ),
  },
];

const json = { title: 'Taken over' };

/** Every operation that changes an existing document. The last operation restores what the one before it deletes. */
export const changes: readonly Attempt[] = [
  attempt('updateDocument', { json }),
  attempt('setDocumentAccessLevel', { json: { access_level: 'organization' } }),
  attempt('createDocumentVersion', { form: uploadForm(json, await makePdf()) }),
  attempt('updateDocumentVersion', { json }),
  attempt('deleteDocumentVersion'),
  attempt('deleteDocument'),
  attempt('restoreDocument'),
];

/** Returns everything that is visible of a document, to compare it before and after. */
export async function stateOf(
  document_id: string,
  as: Actor = 'owner',
): Promise<{ document: Document; versions: Version[] }> {
  const { body: document } = await call.getDocument({ as, path: { document_id } });
  return { document, versions: await allVersions(as, document_id) };
}

import { eventExamples } from '../../contract/eventExamples.ts';
import { maxUploadBytes } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/versions.ts';
import { grouped } from '../../words.ts';
import { lastPage, type TextsOf } from './text.ts';

const newVersion = eventExamples['version.created'].data;
const readyVersion = eventExamples['version.ready'].data;
const renamedVersion = eventExamples['version.updated'].data;

export const versions: TextsOf<typeof contracts> = {
  listDocumentVersions: {
    description: 'For everyone who may read the document.',
    success: 'A page of versions.',
    response: { items: [readyVersion], pagination: lastPage },
  },
  createDocumentVersion: {
    description:
      `The PDF is \`payload\`, of at most ${grouped(maxUploadBytes)} bytes, or what was put at the URL of an upload. The version becomes the document’s current one when it is ready, unless a ` +
      'newer one is ready before. For its creator, and for the owners and admins of its organization who may read it.',
    success: 'The version, which is being processed.',
    response: newVersion,
  },
  getDocumentVersion: {
    description: 'For everyone who may read the document.',
    success: 'The version.',
    response: readyVersion,
  },
  updateDocumentVersion: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it.',
    success: 'The version as it is now.',
    request: { title: renamedVersion.title, description: renamedVersion.description },
    response: renamedVersion,
  },
};

import { grouped } from '../../text/words.ts';
import { versionId } from '../identifiers.ts';
import { maxUploadBytes } from '../limits.ts';
import type * as contracts from '../operations/versions.ts';
import { versionRef } from '../resources/document.ts';
import { version } from '../resources/version.ts';
import { fileFields, pageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { emptyOrOfOneLine, ofLines } from './texts.ts';

named('Version', version, {
  description: 'One PDF of a document, as it was uploaded.',
  fields: {
    id: 'The version.',
    document_id: 'The document it belongs to.',
    service_url: 'The page at which people read this version.',
    title: 'Its title, if it has one of its own.',
    description: 'The changes in it, in words; null: none were given.',
    processing_status: 'Whether it can be read yet. `ready` and `failed` are final.',
    created_at: 'When it was uploaded.',
    created_by: 'The uploader, with the name of that time.',
  },
});
named('VersionRef', versionRef, {
  description: 'Names a version.',
  fields: { id: 'The version.' },
});
namedId('VersionId', versionId, 'a version', 'ver_01kk8jwpe5b3crkn4hm6n8t754');

const newVersion = eventExamples['version.created'].data;
const readyVersion = eventExamples['version.ready'].data;
const renamedVersion = eventExamples['version.updated'].data;

export const words: WordsOf<typeof contracts> = {
  listDocumentVersions: {
    description: 'For everyone who may read the document.',
    success: 'A page of versions.',
    ...pageOf('VersionPage', 'A page of versions, newest first.', 'The versions.', [readyVersion]),
  },
  createDocumentVersion: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. The PDF is ' +
      `\`payload\`, at most ${grouped(maxUploadBytes)} bytes, or the file of an upload. When the version is ready, it ` +
      'becomes the current version of the document, unless a newer version was ready before.',
    requestBody: {
      name: 'CreateVersion',
      description: 'The form that adds a version.',
      fields: {
        ...fileFields,
        title: `A title of its own. ${emptyOrOfOneLine} Default: none`,
        description: `The changes in it, in words. ${ofLines} Default: none`,
      },
    },
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
    requestBody: {
      name: 'UpdateVersion',
      description: 'The fields to change. Omitted fields stay as they are.',
      fields: {
        title: `A new title; null removes it. ${emptyOrOfOneLine}`,
        description: `A new description; null removes it. ${ofLines}`,
      },
    },
    request: { title: renamedVersion.title, description: renamedVersion.description },
    success: 'The version as it is now.',
    response: renamedVersion,
  },
  deleteDocumentVersion: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. Takes back a wrong ' +
      'file for good: a version cannot be restored. The document becomes what it would be if the version had never ' +
      'existed: its `current_version` is the newest version left that is ready, or null. Numbers of versions are not ' +
      'given again. The pages and files of the version answer 404 at once. URLs of files that clients have already end ' +
      'when the service removes the file, seconds later. The only version of a document cannot be deleted (400 on ' +
      '`version_id`); delete the document instead. While a policy keeps the document, its versions cannot be deleted (403).',
    success: 'The version is gone.',
    response: {},
  },
};

import * as z from 'zod/mini';
import { documentId, versionId } from '../identifiers.ts';
import { titleMaxCharacters, versionDescriptionMaxCharacters } from '../limits.ts';
import { byRoom, defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { version } from '../resources/version.ts';
import { versionDetails } from '../resources/versionDetails.ts';
import { versionDownload } from '../resources/versionDownload.ts';
import { emptyOrShownName, shownLines } from '../text.ts';

const onDocument = () => z.object({ document_id: documentId });
const onVersion = () => z.object({ document_id: documentId, version_id: versionId });

export const listDocumentVersions = defineOperation('listDocumentVersions', () => ({
  summary: 'List the versions of a document, newest first',
  opensByShare: true,
  pathParameters: onDocument(),
  query: z.extend(pageQuery(), byRoom()),
  success: { status: 200, schema: listPageOf(version) },
}));

export const listDocumentVersionDetails = defineOperation('listDocumentVersionDetails', () => ({
  summary: 'List file names, pages, sizes and failures of the newest versions of a document',
  opensByShare: true,
  pathParameters: onDocument(),
  query: z.object(byRoom()),
  success: { status: 200, schema: z.strictObject({ items: z.array(versionDetails) }) },
}));

export const createDocumentVersion = defineOperation('createDocumentVersion', () => ({
  summary: 'Add a version by uploading another PDF',
  pathParameters: onDocument(),
  body: {
    kind: 'multipart',
    file: 'payload',
    upload: 'upload_id',
    fields: z.strictObject({
      upload_id: z.optional(z.string()),
      title: z.optional(emptyOrShownName(titleMaxCharacters)),
      description: z.optional(shownLines(0, versionDescriptionMaxCharacters)),
      /** `false` is the default. */
      notify_readers: z.optional(z.enum(['true', 'false'], 'must be true or false')),
    }),
  },
  success: { status: 200, schema: version },
  entityTag: true,
}));

export const getDocumentVersion = defineOperation('getDocumentVersion', () => ({
  summary: 'Read a version of a document',
  ignoresUnknownQuery: true,
  opensByShare: true,
  pathParameters: onVersion(),
  query: z.object(byRoom()),
  success: { status: 200, schema: version },
  entityTag: true,
}));

export const getDocumentVersionDownload = defineOperation('getDocumentVersionDownload', () => ({
  summary: 'Get a temporary download URL for the PDF of a version',
  opensByShare: true,
  pathParameters: onVersion(),
  query: z.object(byRoom()),
  success: { status: 200, schema: versionDownload },
}));

export const updateDocumentVersion = defineOperation('updateDocumentVersion', () => ({
  summary: 'Change the title or description of a version',
  pathParameters: onVersion(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      title: z.optional(z.nullable(emptyOrShownName(titleMaxCharacters))),
      description: z.optional(z.nullable(shownLines(0, versionDescriptionMaxCharacters))),
    }),
  },
  success: { status: 200, schema: version },
  entityTag: true,
}));

export const deleteDocumentVersion = defineOperation('deleteDocumentVersion', () => ({
  summary: 'Delete a version for good',
  pathParameters: onVersion(),
  success: { status: 200, schema: z.strictObject({}) },
  deletes: version,
}));

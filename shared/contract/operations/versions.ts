import * as z from 'zod/mini';
import { documentId, versionId } from '../identifiers.ts';
import { titleMaxCharacters, versionDescriptionMaxCharacters } from '../limits.ts';
import { defineOperation, none, pageQuery } from '../operation.ts';
import { pageOf } from '../resources/page.ts';
import { version } from '../resources/version.ts';
import { characters } from '../text.ts';

const onDocument = z.object({ document_id: documentId });
const onVersion = z.object({ document_id: documentId, version_id: versionId });

export const listDocumentVersions = defineOperation({
  id: 'listDocumentVersions',
  summary: 'List the versions of a document, newest first',
  resource: 'versions',
  method: 'GET',
  path: '/v1/documents/{document_id}/versions',
  errorFormat: 'envelope',
  permission: 'document#read',
  pathParameters: onDocument,
  query: pageQuery,
  body: null,
  success: { status: 200, schema: pageOf(version) },
});

export const createDocumentVersion = defineOperation({
  id: 'createDocumentVersion',
  summary: 'Add a version by uploading another PDF',
  resource: 'versions',
  method: 'POST',
  path: '/v1/documents/{document_id}/versions',
  errorFormat: 'envelope',
  permission: 'document#write',
  pathParameters: onDocument,
  query: none,
  body: {
    kind: 'multipart',
    file: 'payload',
    fields: z.strictObject({
      title: z.optional(characters(0, titleMaxCharacters)),
      description: z.optional(characters(0, versionDescriptionMaxCharacters)),
    }),
  },
  success: { status: 200, schema: version },
});

export const getDocumentVersion = defineOperation({
  id: 'getDocumentVersion',
  summary: 'Read a version of a document',
  resource: 'versions',
  method: 'GET',
  path: '/v1/documents/{document_id}/versions/{version_id}',
  errorFormat: 'envelope',
  permission: 'document#read',
  pathParameters: onVersion,
  query: none,
  body: null,
  success: { status: 200, schema: version },
});

export const updateDocumentVersion = defineOperation({
  id: 'updateDocumentVersion',
  summary: 'Change the title or description of a version',
  resource: 'versions',
  method: 'PATCH',
  path: '/v1/documents/{document_id}/versions/{version_id}',
  errorFormat: 'envelope',
  permission: 'document#write',
  pathParameters: onVersion,
  query: none,
  body: {
    kind: 'json',
    schema: z.strictObject({
      title: z.optional(z.nullable(characters(0, titleMaxCharacters))),
      description: z.optional(z.nullable(characters(0, versionDescriptionMaxCharacters))),
    }),
  },
  success: { status: 200, schema: version },
});

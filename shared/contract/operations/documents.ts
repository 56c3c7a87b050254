import * as z from 'zod/mini';
import { accessLevel, processingStatus } from '../enumerations.ts';
import { anyActorId, documentId, documentIds, policyId, versionId } from '../identifiers.ts';
import {
  descriptionMaxCharacters,
  detailedDocumentsMax,
  pageNumberMax,
  soughtWordsMaxCharacters,
  textPagesMax,
  titleMaxCharacters,
} from '../limits.ts';
import { byRoom, defineOperation, pageQuery, wholeNumber } from '../operation.ts';
import { document } from '../resources/document.ts';
import { documentDetails } from '../resources/documentDetails.ts';
import { documentPicture } from '../resources/documentPicture.ts';
import { documentText } from '../resources/documentText.ts';
import { earlierText } from '../resources/earlierText.ts';
import { listPageOf } from '../resources/listPage.ts';
import { instant, shownLines, shownName, soughtWords } from '../text.ts';

const onDocument = () => z.object({ document_id: documentId });

export const listDocuments = defineOperation('listDocuments', () => ({
  summary: 'List the documents you may read, newest first',
  query: z
    .extend(pageQuery(), {
      created_after: z.optional(instant),
      created_before: z.optional(instant),
      q: z.optional(soughtWords(soughtWordsMaxCharacters)),
      processing_status: z.optional(processingStatus),
      access_level: z.optional(accessLevel),
      created_by: z.optional(anyActorId),
      policy_id: z.optional(policyId),
      /** `false` is the default. */
      deleted: z.optional(z.enum(['true', 'false'], 'must be true or false')),
      shared_with_me: z.optional(z.enum(['true', 'false'], 'must be true or false')),
    })
    .check(
      z.refine(({ deleted, shared_with_me }) => deleted !== 'true' || shared_with_me !== 'true', {
        error: 'cannot be true together with shared_with_me',
        path: ['deleted'],
      }),
      z.refine(
        ({ created_after, created_before }) =>
          !created_after || !created_before || Date.parse(created_after) < Date.parse(created_before),
        { error: 'must be before created_before', path: ['created_after'] },
      ),
    ),
  success: { status: 200, schema: listPageOf(document) },
}));

export const createDocument = defineOperation('createDocument', () => ({
  summary: 'Create a document by uploading a PDF',
  body: {
    kind: 'multipart',
    file: 'payload',
    upload: 'upload_id',
    fields: z.strictObject({
      upload_id: z.optional(z.string()),
      title: shownName(titleMaxCharacters),
      description: z.optional(shownLines(0, descriptionMaxCharacters)),
      /**
       * An empty field means no value, because forms have no null. The empty text is an enumeration here, because openapi-python-client
       * generates broken code for a literal.
       */
      access_level: z.optional(
        z.union([z.enum(['']), accessLevel], 'must be private, organization or public'),
      ),
    }),
  },
  success: { status: 200, schema: document },
  entityTag: true,
}));

export const getDocument = defineOperation('getDocument', () => ({
  summary: 'Read a document',
  ignoresUnknownQuery: true,
  opensByShare: true,
  pathParameters: onDocument(),
  query: z.object(byRoom()),
  success: { status: 200, schema: document },
  entityTag: true,
}));

export const updateDocument = defineOperation('updateDocument', () => ({
  summary: 'Change the title or description of a document',
  pathParameters: onDocument(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      /** null does not change the title, because a document always has one. */
      title: z.optional(z.nullable(shownName(titleMaxCharacters))),
      description: z.optional(z.nullable(shownLines(0, descriptionMaxCharacters))),
    }),
  },
  success: { status: 200, schema: document },
  entityTag: true,
}));

export const deleteDocument = defineOperation('deleteDocument', () => ({
  summary: 'Delete a document, which can be restored for 30 days',
  pathParameters: onDocument(),
  success: { status: 200, schema: z.strictObject({}) },
  deletes: document,
}));

export const restoreDocument = defineOperation('restoreDocument', () => ({
  summary: 'Restore a deleted document',
  pathParameters: onDocument(),
  success: { status: 200, schema: document },
  entityTag: true,
}));

export const setDocumentAccessLevel = defineOperation('setDocumentAccessLevel', () => ({
  summary: 'Change who may read a document',
  pathParameters: onDocument(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      access_level: z.enum(accessLevel.options, 'must be private, organization or public'),
    }),
  },
  success: { status: 200, schema: document },
  entityTag: true,
}));

export const generateDocumentEntryPage = defineOperation('generateDocumentEntryPage', () => ({
  summary: 'Get a temporary download URL for the entry page PDF',
  /** A repeated request does no harm: an unchanged document has the same entry page, and all URLs lead to this page. */
  idempotency: 'by nature',
  /** People with a share may get the entry page too. The page behind its link checks access itself. */
  opensByShare: true,
  pathParameters: onDocument(),
  success: { status: 200, schema: z.strictObject({ download_url: z.url() }) },
}));

export const listDocumentEarlierTexts = defineOperation('listDocumentEarlierTexts', () => ({
  summary: 'List the titles and descriptions that were replaced while a policy kept the document',
  pathParameters: onDocument(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(earlierText) },
}));

export const getDocumentPicture = defineOperation('getDocumentPicture', () => ({
  summary: 'Get a small picture of the first page of a document',
  pathParameters: onDocument(),
  success: { status: 200, schema: documentPicture },
}));

export const getDocumentText = defineOperation('getDocumentText', () => ({
  summary: 'Read the text of pages of a document',
  opensByShare: true,
  pathParameters: onDocument(),
  query: z.extend(z.object(byRoom()), {
    version_id: z.optional(versionId),
    first_page: z._default(wholeNumber(1, pageNumberMax), 1),
    max_pages: z._default(wholeNumber(1, textPagesMax), 1),
  }),
  success: { status: 200, schema: documentText },
}));

export const listDocumentDetails = defineOperation('listDocumentDetails', () => ({
  summary: 'Count the versions, policies and shares of documents, and say when they were last read',
  query: z.object({
    ids: documentIds(detailedDocumentsMax),
    own_share: z.optional(z.enum(['true', 'false'], 'must be true or false')),
  }),
  success: { status: 200, schema: z.strictObject({ items: z.array(documentDetails) }) },
}));

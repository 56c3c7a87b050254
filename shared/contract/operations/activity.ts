import * as z from 'zod/mini';
import { activityQuery } from '../activityQuery.ts';
import { anyActorId, documentId } from '../identifiers.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { activity, activityColumns } from '../resources/activity.ts';
import { activitySummary } from '../resources/activitySummary.ts';
import { listPageOf } from '../resources/listPage.ts';
import { documentReader, documentReaderPages, readerColumns } from '../resources/reader.ts';
import { day } from '../text.ts';

export const listDocumentActivity = defineOperation('listDocumentActivity', () => ({
  summary: 'List who has read a document, and what was done with it, newest first',
  pathParameters: z.object({ document_id: documentId }),
  query: activityQuery(),
  success: { status: 200, schema: listPageOf(activity) },
  csv: activityColumns,
}));

/** The handler checks the number of days, because the defaults of `since` and `until` depend on the current day. */
export const getDocumentActivitySummary = defineOperation('getDocumentActivitySummary', () => ({
  summary: 'Count the readings of a document by day, and the views that reached its pages',
  pathParameters: z.object({ document_id: documentId }),
  query: z.object({ since: z.optional(day), until: z.optional(day) }),
  success: { status: 200, schema: activitySummary },
}));

export const listDocumentReaders = defineOperation('listDocumentReaders', () => ({
  summary: 'List the readers of a document, newest reader first',
  pathParameters: z.object({ document_id: documentId }),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(documentReader) },
  csv: readerColumns,
}));

export const getDocumentReader = defineOperation('getDocumentReader', () => ({
  summary: 'Show what a person read of a document, page by page',
  pathParameters: z.object({ document_id: documentId, user_id: anyActorId }),
  success: { status: 200, schema: documentReaderPages },
}));

export const listOrganizationActivity = defineOperation('listOrganizationActivity', () => ({
  summary: 'List what was read and done in your organization, newest first',
  staffOverride: true,
  query: activityQuery(),
  success: { status: 200, schema: listPageOf(activity) },
  csv: activityColumns,
}));

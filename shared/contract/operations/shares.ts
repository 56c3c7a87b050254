import * as z from 'zod/mini';
import { accessRequestId, documentId, shareId } from '../identifiers.ts';
import { emailMaxCharacters, shareMessageMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { accessRequest } from '../resources/accessRequest.ts';
import { listPageOf } from '../resources/listPage.ts';
import { changeableShareFields, share, sharedVersions } from '../resources/share.ts';
import { newShareRules } from '../resources/shareRules.ts';
import { emailLike, instant, shownLines, timeZone } from '../text.ts';

const onDocument = () => z.object({ document_id: documentId });
const onShare = () => z.object({ document_id: documentId, share_id: shareId });

export const listDocumentShares = defineOperation('listDocumentShares', () => ({
  summary: 'List the people a document is shared with, newest share first',
  pathParameters: onDocument(),
  query: z.extend(pageQuery(), { ended: z.optional(z.enum(['true', 'false'], 'must be true or false')) }),
  success: { status: 200, schema: listPageOf(share) },
}));

export const createDocumentShare = defineOperation('createDocumentShare', () => ({
  summary: 'Share a document with a person, by their e-mail address',
  pathParameters: onDocument(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      email: emailLike(emailMaxCharacters),
      expires_at: z._default(z.nullable(instant), null),
      message: z._default(shownLines(0, shareMessageMaxCharacters), ''),
      send_mail: z.optional(z.boolean()),
      notify_me: z._default(z.boolean(), false),
      rules: z._default(newShareRules, {}),
      versions: z._default(sharedVersions, 'current'),
      /** The time zone in which mails name the end. Answers do not have it. */
      time_zone: z.optional(timeZone()),
    }),
  },
  success: { status: 201, schema: share },
  entityTag: true,
  tagCovers: changeableShareFields,
}));

export const getDocumentShare = defineOperation('getDocumentShare', () => ({
  summary: 'Read a share of a document',
  pathParameters: onShare(),
  success: { status: 200, schema: share },
  entityTag: true,
  tagCovers: changeableShareFields,
}));

export const updateDocumentShare = defineOperation('updateDocumentShare', () => ({
  summary: 'Change the end of a share, its rules, its versions, or whether its reading is reported to you',
  pathParameters: onShare(),
  body: {
    kind: 'json',
    schema: z.strictObject({
      expires_at: z.optional(z.nullable(instant)),
      notify_me: z.optional(z.boolean()),
      rules: z.optional(newShareRules),
      versions: z.optional(sharedVersions),
    }),
  },
  success: { status: 200, schema: share },
  entityTag: true,
  tagCovers: changeableShareFields,
}));

export const deleteDocumentShare = defineOperation('deleteDocumentShare', () => ({
  summary: 'Withdraw a share: the person cannot read the document by it any more',
  pathParameters: onShare(),
  success: { status: 200, schema: z.strictObject({}) },
  tagCovers: changeableShareFields,
  deletes: share,
}));

export const sendDocumentShare = defineOperation('sendDocumentShare', () => ({
  summary: 'Send the mail about a share again',
  pathParameters: onShare(),
  success: { status: 200, schema: share },
  entityTag: true,
  tagCovers: changeableShareFields,
}));

export const listDocumentAccessRequests = defineOperation('listDocumentAccessRequests', () => ({
  summary: 'List the people who ask for access to a document, newest request first',
  pathParameters: onDocument(),
  query: pageQuery(),
  success: { status: 200, schema: listPageOf(accessRequest) },
}));

export const deleteDocumentAccessRequest = defineOperation('deleteDocumentAccessRequest', () => ({
  summary: 'Decline a request for access to a document',
  pathParameters: z.object({ document_id: documentId, request_id: accessRequestId }),
  success: { status: 200, schema: z.strictObject({}) },
}));

export const deleteOwnShare = defineOperation('deleteOwnShare', () => ({
  summary: 'End your own share of a document: you cannot read the document by it any more',
  pathParameters: onDocument(),
  success: { status: 200, schema: z.strictObject({}) },
}));

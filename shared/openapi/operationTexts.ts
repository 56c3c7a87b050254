/** The published document takes from here what the contract does not say of an operation: its description and an example. */
import type * as z from 'zod/mini';
import { eventExamples } from '../contract/eventExamples.ts';
import {
  creationsPerMinute,
  maxFileBytesDefault,
  maxUploadBytes,
  requestsPerMinute,
  webhookEndpointsMax,
} from '../contract/limits.ts';
import type { JsonBody, OperationContract } from '../contract/operation.ts';
import type { operations } from '../contract/operations.ts';
import type { OperationId } from '../contract/tableOfContents.ts';
import { grouped } from './numbers.ts';

/** A form has no example: its file is not text. */
type RequestOf<C extends OperationContract> = C['body'] extends JsonBody
  ? { readonly request: z.input<C['body']['schema']> }
  : unknown;
type AnswerOf<C extends OperationContract> = C['success']['schema'] extends z.ZodMiniType
  ? { readonly response: z.input<C['success']['schema']> }
  : unknown;
type TextOf<C extends OperationContract> = {
  readonly description: string;
  /** Describes a success. */
  readonly success: string;
} & RequestOf<C> &
  AnswerOf<C>;

const uploaded = eventExamples['document.created'].data;
const ready = eventExamples['document.ready'].data;
const renamed = eventExamples['document.updated'].data;
const newVersion = eventExamples['version.created'].data;
const readyVersion = eventExamples['version.ready'].data;
const renamedVersion = eventExamples['version.updated'].data;
const attached = eventExamples['policy.attached'].data;
const founded = eventExamples['organization.created'].data;
const member = eventExamples['member.role_updated'].data;
const endpoint = eventExamples['webhook.test'].data;
const lastPage = { next_cursor: '', has_more: false };

export const operationTexts: { readonly [I in OperationId]: TextOf<(typeof operations)[I]> } = {
  listDocuments: {
    description:
      'The documents of your organization that are not private, and your own. A private document of somebody else is never listed.',
    success: 'A page of documents.',
    response: {
      items: [renamed],
      pagination: {
        next_cursor: 'MDFranB5NDR2MWt4bWIydmtiYW1oZ3lycWo5ZjJjM2ExYjVlN2Q0YzYw',
        has_more: true,
      },
    },
  },
  createDocument: {
    description:
      `The PDF is \`payload\`, of at most ${grouped(maxUploadBytes)} bytes, or what was put at the URL of an upload. The document is \`processing\` at first: it becomes \`ready\`, or \`failed\` if ` +
      'no reader can open the file, which an event tells you too.',
    success: 'The document, which is being processed.',
    response: uploaded,
  },
  getDocument: {
    description: 'For everyone who may read the document. To others it does not exist.',
    success: 'The document.',
    response: ready,
  },
  updateDocument: {
    description: 'For its creator, and for the owners and admins of its organization who may read it.',
    success: 'The document as it is now.',
    request: { title: renamed.title, description: renamed.description },
    response: renamed,
  },
  generateDocumentEntryPage: {
    description:
      'The entry page is a cover in PDF: title, description, policies, and a link and a QR code that lead to the page of the ' +
      'document. Everyone who may read the document may have it. It is drawn when what it shows has changed.',
    success: 'Where the entry page can be downloaded, for 15 minutes.',
    response: {
      download_url:
        'https://files.example.com/entry-pages/01kjpy44v1kxmb2vkbamhgyrqj.pdf?X-Amz-Expires=900&X-Amz-Signature=f2c3a1b5',
    },
  },
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
  createUpload: {
    description:
      `For PDFs of more than ${grouped(maxUploadBytes)} bytes, and of ${grouped(maxFileBytesDefault)} at most unless the stage takes others. PUT ` +
      'the file to `url` with `headers` within the hour, and name the upload as `upload_id` where you create a document or a ' +
      'version. The URL takes one PUT, of exactly that length and, if `sha256` was given, of exactly that content; the upload ' +
      'makes one document or version, for you alone, in the organization you act in.',
    success: 'Where to put the file.',
    request: {
      size_bytes: 48_318_382,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    response: {
      id: 'upl_01kjpy3zt5d2m8kx0q7r9b4wcn',
      url: 'https://files.example.com/direct/01kjpy3zt5d2m8kx0q7r9b4wcn?X-Amz-Expires=3600&X-Amz-Signature=f2c3a1b5',
      headers: {
        'Content-Type': 'application/pdf',
        'If-None-Match': '*',
        'x-amz-checksum-sha256': 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
      },
      expires_at: '2026-03-02T10:29:00.000Z',
    },
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
  listDocumentPolicies: {
    description: 'For everyone who may read the document.',
    success: 'A page of attached policies.',
    response: { items: [attached], pagination: lastPage },
  },
  attachDocumentPolicy: {
    description:
      'A policy that is attached already stays as it is: attaching twice is attaching once. For the document’s creator, and for ' +
      'the owners and admins of its organization who may read it.',
    success: 'The policy as it is attached.',
    request: { policy_id: attached.policy.id },
    response: attached,
  },
  detachDocumentPolicy: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it.',
    success: 'The policy is not attached any more.',
    response: {},
  },
  createOrganization: {
    description:
      'For people; a service account is refused (403). It becomes the organization you act in if you had none.',
    success: 'The organization.',
    request: { name: founded.name },
    response: founded,
  },
  listOrganizationMembers: {
    description: 'For every member. The list is whole; service accounts are not on it.',
    success: 'The members.',
    response: { items: [member] },
  },
  updateMemberRole: {
    description: 'The last owner keeps that role (422): make somebody else an owner first.',
    success: 'The member has the role.',
    request: { role: 'admin' },
  },
  listWebhooks: {
    description: `The list is whole: an organization has at most ${webhookEndpointsMax} endpoints.`,
    success: 'The endpoints.',
    response: { webhooks: [endpoint] },
  },
  registerWebhook: {
    description:
      `The endpoint gets events from now on, for as long as whoever registered it is an owner or admin. An organization has at ` +
      `most ${webhookEndpointsMax} endpoints.`,
    success:
      'The endpoint with its signing secret, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
    request: { url: endpoint.url, events: ['document.ready', 'document.failed', 'member.role_updated'] },
    response: { ...endpoint, secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=' },
  },
};

/** The text at the head of the document, in CommonMark. */
export const introduction = `
People upload a PDF and get a **document**: what they share instead of the file. A document has versions, an access level,
policies and an entry page, a cover with a link and a QR code that lead to a page where access is checked.

### Requests

Bodies are JSON, those with a PDF are \`multipart/form-data\`. Every request carries \`Authorization: Bearer <API_KEY>\` or, in a browser,
the cookie of a session. Fields that an operation does not know are refused; text is counted in Unicode code points.

### Repeating requests

With an \`Idempotency-Key\`, a POST can be repeated until it is answered, and is carried out once: for 24 hours, the same caller
gets the first success again. Failures are not remembered. Other methods can be repeated as they are.

### Lists

Pages have 50 items unless \`limit\` says otherwise. As long as \`pagination.has_more\` is true, \`pagination.next_cursor\` is the
\`cursor\` of the next page.

### Errors

Operations on documents, versions and policies answer an \`Error\` with a code of a closed list; those on organizations,
members and webhooks a \`Problem\`. A request that reaches no operation gets both in one body.
A document that you may not read is answered like one that does not exist.

### Rate limits

${requestsPerMinute} requests a minute for each key or session, ${creationsPerMinute} of them POST, unless the stage has other limits. Every response of an
operation says where you stand; beyond the limit it is 429 with \`Retry-After\`. A change that others keep making at the same
moment is 429 as well: nothing was changed.

### Compatibility

Within version 1, operations, fields and values may be added; none is taken away. Ignore fields and event types that you do
not know.
`.trim();

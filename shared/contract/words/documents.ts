import { grouped } from '../../text/words.ts';
import { accessLevel, processingStatus } from '../enumerations.ts';
import { documentId, ulidOf } from '../identifiers.ts';
import {
  detailedDocumentsMax,
  fileTextMaxBytes,
  maxUploadBytes,
  pageTextMaxBytes,
  restorableDays,
} from '../limits.ts';
import type * as contracts from '../operations/documents.ts';
import { document } from '../resources/document.ts';
import { documentDetails, ownShare } from '../resources/documentDetails.ts';
import { documentPicture } from '../resources/documentPicture.ts';
import { documentText } from '../resources/documentText.ts';
import { earlierText } from '../resources/earlierText.ts';
import { fileFields, listPageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofLines, ofOneLine } from './texts.ts';

named('Document', document, {
  description:
    'A document, which people share instead of a PDF. It has versions, an access level, policies and an entry page.',
  fields: {
    id: 'The document.',
    service_url: 'The page on which people read the document. The service checks access there.',
    title: 'Its title.',
    description: 'Its description; null: none was given.',
    access_level: 'The people who may read it.',
    processing_status: 'Whether people can read the document. It is ready as soon as one of its versions is.',
    created_at: 'When it was uploaded.',
    created_by: 'The person or service account that uploaded it, by its name at that time.',
    current_version: 'The newest version that is ready; null until there is one.',
  },
});
named('DocumentDetails', documentDetails, {
  description:
    'Facts about a document that belong to other resources. A fact that the caller may not see is null.',
  fields: {
    document_id: 'The document.',
    version_count: 'The number of its versions.',
    active_content:
      'What the file of the current version can do or has beyond pages and links: `script`, `launch` (starts programs), `submit` (sends ' +
      'forms), `import` (imports data), `remote` (opens other files), `media`, `xfa` (a dynamic form), `files` (attached files). There may ' +
      'be other words later. Null: there is no current version, or the version was processed by a release before 1.0.1.',
    policy_count: 'The number of policies attached to it.',
    share_count: 'The number of its shares that have not ended.',
    last_read_at:
      'When somebody who does not manage it last viewed or downloaded it. Null also if nobody has.',
    deleted_at: 'When it was deleted. Null: it is not deleted.',
    restorable_until: 'Until when it can be restored. Null: it is not deleted.',
    problem:
      'Why readers cannot read its newest version, for those who may change the document. Null also while there is no such problem, ' +
      'and while the version is processed.',
    own_share: 'With `own_share=true`: the open share of the document with the caller. Null: there is none.',
  },
  extensions: ['problem', 'own_share'],
});
named('OwnShare', ownShare, {
  description: 'How a document is shared with the caller.',
  fields: {
    shared_by: 'The person who shared it, with the name of that time.',
    organization_name: 'The present name of the document’s organization; null if it has none.',
    shared_at: 'When it was shared.',
    expires_at: 'When the share ends; null: it has no end.',
  },
});
named('DocumentPicture', documentPicture, {
  description: 'A small picture of the first page of a document.',
  fields: {
    picture_url:
      'A `data:` URL of the picture, as WebP; for an A4 page 240 pixels wide. null: it is being drawn, or the page cannot be drawn.',
    retry_after:
      'The seconds after which to send the request again; null: there is a picture, or there will be none.',
  },
});
named('DocumentText', documentText, {
  description: 'The text of some pages of a version.',
  fields: {
    document_id: 'The document.',
    version_id: 'The version whose text it is.',
    page_count: 'The pages of the file.',
    has_text: 'Whether any page has text. A scan has none, and neither has a file that cannot be read.',
    truncated:
      `Whether text is missing: a page has more than ${grouped(pageTextMaxBytes)} bytes of UTF-8, the file more than ${grouped(fileTextMaxBytes)}, or the text ` +
      'of the file or of a page could not be read.',
    pages: 'The pages that were asked for, with their text; `""` for a page without text.',
  },
});
named('EarlierText', earlierText, {
  description: 'A title and a description that were replaced while a policy retained the document.',
  fields: {
    id: 'The entry of activity of the change.',
    document_id: 'The document.',
    version_id: 'The version whose text it was; null: it was the document’s own.',
    title: 'The title until the change, if there was one.',
    description: 'The description until the change, if there was one.',
    replaced_at: 'When the change was made.',
    replaced_by: 'The person or service account that made the change, with the name of that time.',
  },
});
named('AccessLevel', accessLevel, {
  description:
    'Who may read a document: its creator (`private`), the members of its organization (`organization`), or anyone who has ' +
    'the address of its page (`public`).',
});
named('ProcessingStatus', processingStatus, {
  description:
    'The PDF is being read (`processing`), can be shown (`ready`), or cannot be opened by any reader (`failed`).',
});
namedId('DocumentId', documentId, 'a document', 'doc_01kjpy44v1kxmb2vkbamhgyrqj');

const uploaded = eventExamples['document.created'].data;
const ready = eventExamples['document.ready'].data;
const renaming = eventExamples['document.updated'];
const renamed = renaming.data;

export const words: WordsOf<typeof contracts> = {
  listDocuments: {
    description:
      'Lists your own documents and those of your organization that are not private. Private documents of other people are ' +
      'never listed. With `q`, `processing_status`, `access_level`, `created_by`, `policy_id` or `deleted`, a page can have fewer items ' +
      'than `limit`, or none, while `has_more` is true. Continue with `next_cursor`. Ids that you do not know select nothing.',
    success: 'A page of documents.',
    ...listPageOf('DocumentPage', 'A page of documents, newest first.', 'The documents.', [renamed]),
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
      `The PDF is \`payload\`, at most ${grouped(maxUploadBytes)} bytes, or the file of an upload. The document is ` +
      '`processing` at first. It becomes `ready`, or `failed` if no reader can open the file. An event reports either ' +
      'result.',
    requestBody: {
      description: 'The form that creates a document.',
      fields: {
        ...fileFields,
        title: `The title of the document. ${ofOneLine}`,
        description: `Its description. ${ofLines} Default: none`,
        access_level:
          'Who may read the document. Default, also for an empty field: `organization` if you belong to an organization, ' +
          'else `private`',
      },
    },
    success: 'The document, which is being processed.',
    response: uploaded,
  },
  getDocument: {
    description: 'For everyone who may read the document. Other callers get 404.',
    success: 'The document.',
    response: ready,
  },
  updateDocument: {
    description: 'For its creator, and for the owners and admins of its organization who may read it.',
    requestBody: {
      description: 'The fields to change. Omitted fields stay as they are.',
      fields: {
        title: `A new title; null leaves it as it is. ${ofOneLine}`,
        description: `A new description; null removes it. ${ofLines}`,
      },
    },
    request: { title: renamed.title, description: renamed.description },
    success: 'The document as it is now.',
    response: renamed,
  },
  deleteDocument: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. The document ' +
      'disappears for everyone at once: its URLs answer 404, also that of its page. A file URL that a client received before ' +
      `still works until it expires, after 15 minutes at most. For ${restorableDays} days the document can be restored, and still counts ` +
      'against the quota. Then the service removes its files and all its data.',
    success: 'The document is gone.',
    response: {},
  },
  restoreDocument: {
    description:
      `For everyone who may delete the document, for ${restorableDays} days. The document comes back with its versions and ` +
      'policies. A document that is not deleted stays as it is.',
    success: 'The document, which is not deleted.',
    response: renamed,
  },
  setDocumentAccessLevel: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. Only the creator may ' +
      'make a document `private` (else 403), and only the creator may share a private document again. A document without an ' +
      'organization stays `private` (400). The next request for its entry page draws it again.',
    requestBody: {
      description: 'The new access level of the document.',
      fields: { access_level: 'Its new access level.' },
    },
    request: { access_level: 'organization' },
    success: 'The document as it is now.',
    response: { ...renamed, access_level: 'organization' },
  },
  generateDocumentEntryPage: {
    description:
      'The entry page is a PDF cover: title, description, policies, and a link and a QR code to the page of the document. ' +
      'For everyone who may read the document. The service draws it again when its content has changed. It downloads ' +
      'as `<title> (entry page).pdf`.',
    success: 'The URL of the entry page, which works for 15 minutes.',
    responseBody: {
      name: 'EntryPage',
      description: 'An entry page that is ready to be downloaded.',
      fields: { download_url: 'The URL of the PDF, for 15 minutes. It needs no credential.' },
    },
    response: {
      download_url:
        'https://files.example.com/entry-pages/01kjpy44v1kxmb2vkbamhgyrqj.pdf?X-Amz-Expires=900&X-Amz-Signature=f2c3a1b5',
    },
  },
  listDocumentEarlierTexts: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it. While a policy with ' +
      '`retain_until`, `retain_for_days` or `legal_hold` retains a document, the service keeps each title and description ' +
      'that a change replaces, also those of versions. They stay after the retention ends, and are removed with the ' +
      'document. The list has the latest change first. A page with long texts can have fewer items than `limit` while ' +
      '`has_more` is true. Continue with `next_cursor`.',
    success: 'A page of earlier texts.',
    ...listPageOf('EarlierTextPage', 'A page of earlier texts, latest change first.', 'The earlier texts.', [
      {
        id: `act_${ulidOf(renaming.id)}`,
        document_id: uploaded.id,
        version_id: null,
        title: uploaded.title,
        description: uploaded.description,
        replaced_at: renaming.timestamp,
        replaced_by: uploaded.created_by,
      },
    ]),
  },
  getDocumentPicture: {
    description:
      'For the document’s creator, and for the owners and admins of its organization who may read it, to recognize the document. The ' +
      'picture shows the first page of the current version, without a watermark. It is not recorded as a reading. The first request draws ' +
      'it: send the request again after `retry_after`. A document without a current version, and a file that needs a password or cannot be ' +
      'drawn, have no picture.',
    success: 'The picture, or when to ask again.',
    response: { picture_url: 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4', retry_after: null },
  },
  getDocumentText: {
    description:
      'For everyone who may read the document, also by a share or a room. Readers under `view_only` or `watermark` get 403 with the reason. ' +
      'The text is what a page shows, form fields and comments included, without characters that cannot be seen. Requests are recorded as ' +
      '`viewed` with the format `text`, once in ten minutes for a reader and version. While the text of a version is not there yet, the ' +
      'answer is 400 (`invalid_value`) on `version_id`: repeat the request after some seconds. A version that failed has no text, and its ' +
      'answer is the same with another message. A document without a version that is ready is 404 on `version_id`.',
    success: 'The text of the pages.',
    response: {
      document_id: uploaded.id,
      version_id: 'ver_01kk8jwpe5b3crkn4hm6n8t754',
      page_count: 12,
      has_text: true,
      truncated: false,
      pages: [{ page: 1, text: 'Master agreement\nbetween the parties' }],
    },
  },
  listDocumentDetails: {
    description:
      `For 1 to ${detailedDocumentsMax} documents, in the order of \`ids\`. Documents that you may neither read nor restore are left out, ` +
      'and so are ids that do not exist. A deleted document is shown to those who may restore it. Who may list policies, shares or ' +
      'activity of a document sees their counts and the time of the last reading.',
    success: 'The details.',
    responseBody: { name: 'DocumentDetailsList', fields: { items: 'The details of each document.' } },
    response: {
      items: [
        {
          document_id: uploaded.id,
          version_count: 2,
          active_content: [],
          policy_count: 1,
          share_count: 3,
          last_read_at: '2026-03-20T14:10:00.000Z',
          deleted_at: null,
          restorable_until: null,
          problem: null,
        },
      ],
    },
  },
};

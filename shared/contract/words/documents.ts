import { grouped } from '../../text/words.ts';
import { accessLevel, processingStatus } from '../enumerations.ts';
import { documentId, ulidOf } from '../identifiers.ts';
import { maxUploadBytes, restorableDays } from '../limits.ts';
import type * as contracts from '../operations/documents.ts';
import { document } from '../resources/document.ts';
import { earlierText } from '../resources/earlierText.ts';
import { fileFields, pageOf } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

named('Document', document, {
  description:
    'What is shared in place of a PDF: it has versions, an access level, policies and an entry page.',
  fields: {
    id: 'The document.',
    service_url: 'The page at which people read the document, where access is checked.',
    title: 'Its title.',
    description: 'What it is about, if anything was said.',
    access_level: 'Who may read it.',
    processing_status: 'Whether it can be read yet. It is ready as soon as one of its versions is.',
    created_at: 'When it was uploaded.',
    created_by: 'Who uploaded it, by the name they had then.',
    current_version: 'The newest version that is ready; null until there is one.',
  },
});
named('EarlierText', earlierText, {
  description: 'A title and a description that a change replaced while a policy kept the document.',
  fields: {
    id: 'The entry of activity of the change.',
    document_id: 'The document.',
    version_id: 'The version whose text it was; null: it was the document’s own.',
    title: 'The title until the change, if there was one.',
    description: 'The description until the change, if there was one.',
    replaced_at: 'When the change was made.',
    replaced_by: 'Who made the change, by the name they had then.',
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
      'The documents of your organization that are not private, and your own. A private document of somebody else is never listed.',
    success: 'A page of documents.',
    ...pageOf('DocumentPage', 'A page of documents, newest first.', 'The documents.', [renamed]),
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
    requestBody: {
      description: 'The form that creates a document.',
      fields: {
        ...fileFields,
        title: 'The title of the document.',
        description: 'What it is about. Default: none',
        access_level:
          'Who may read it. Default, also of an empty field: `organization` for who belongs to one, `private` otherwise',
      },
    },
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
    requestBody: {
      description: 'The fields to change. What is left out stays as it is.',
      fields: {
        title: 'A new title; null leaves it as it is.',
        description: 'A new description; null removes it.',
      },
    },
    request: { title: renamed.title, description: renamed.description },
    success: 'The document as it is now.',
    response: renamed,
  },
  deleteDocument: {
    description:
      'For its creator, and for the owners and admins of its organization who may read it. It is gone for everyone at once: what ' +
      'names it answers 404, its page too. Only URLs of files that were handed out before work until they expire, within 15 ' +
      `minutes. For ${restorableDays} days it can be restored, and counts as stored; then its files and all there is of it are removed.`,
    success: 'The document is gone.',
    response: {},
  },
  restoreDocument: {
    description:
      `For those who may delete it, for ${restorableDays} days: the document is there again with its versions and policies, as if it had ` +
      'never been gone. One that is not deleted stays as it is.',
    success: 'The document, which is there.',
    response: renamed,
  },
  setDocumentAccessLevel: {
    description:
      'For its creator, and for the owners and admins of its organization who may read it. Only its creator makes a document ' +
      '`private` (403), and, as nobody else can read it then, takes it out of that again. One that was made outside any ' +
      'organization stays `private` (400). Its entry page is drawn anew when it is asked for next.',
    requestBody: {
      description: 'Who is to read the document.',
      fields: { access_level: 'Its new access level.' },
    },
    request: { access_level: 'public' },
    success: 'The document as it is now.',
    response: { ...renamed, access_level: 'public' },
  },
  generateDocumentEntryPage: {
    description:
      'The entry page is a cover in PDF: title, description, policies, and a link and a QR code that lead to the page of the ' +
      'document. Everyone who may read the document may have it. It is drawn when what it shows has changed.',
    success: 'Where the entry page can be downloaded, for 15 minutes.',
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
      '`retain_until`, `retain_for_days` or `legal_hold` keeps a document, each change of its title or description, or of those of a ' +
      'version, leaves the earlier text here. It stays when the retention ends, and is removed with the document. Latest change first. ' +
      'A page with long texts may have fewer than `limit`, while `has_more` is true: go on with `next_cursor`.',
    success: 'A page of earlier texts.',
    ...pageOf('EarlierTextPage', 'A page of earlier texts, latest change first.', 'The earlier texts.', [
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
};

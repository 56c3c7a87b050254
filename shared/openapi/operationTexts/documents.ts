import { eventExamples } from '../../contract/eventExamples.ts';
import { maxUploadBytes, restorableDays } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/documents.ts';
import { grouped } from '../../words.ts';
import type { TextsOf } from './text.ts';

const uploaded = eventExamples['document.created'].data;
const ready = eventExamples['document.ready'].data;
const renamed = eventExamples['document.updated'].data;

export const documents: TextsOf<typeof contracts> = {
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
    success: 'The document as it is now.',
    request: { access_level: 'public' },
    response: { ...renamed, access_level: 'public' },
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
};

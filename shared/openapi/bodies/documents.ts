import {
  createDocument,
  generateDocumentEntryPage,
  listDocuments,
  setDocumentAccessLevel,
  updateDocument,
} from '../../contract/operations/documents.ts';
import { named } from '../schemas.ts';
import { fileFields, namedForm } from './forms.ts';
import { page } from './page.ts';

named('DocumentPage', listDocuments.success.schema, {
  description: 'A page of documents, newest first.',
  fields: { items: 'The documents.', ...page },
});
namedForm('CreateDocument', createDocument.body, {
  description: 'The form that creates a document.',
  fields: {
    ...fileFields,
    title: 'The title of the document.',
    description: 'What it is about. Default: none',
    access_level:
      'Who may read it. Default, also of an empty field: `organization` for who belongs to one, `private` otherwise',
  },
});
named('UpdateDocument', updateDocument.body.schema, {
  description: 'The fields to change. What is left out stays as it is.',
  fields: {
    title: 'A new title; null leaves it as it is.',
    description: 'A new description; null removes it.',
  },
});
named('SetDocumentAccessLevel', setDocumentAccessLevel.body.schema, {
  description: 'Who is to read the document.',
  fields: { access_level: 'Its new access level.' },
});
named('EntryPage', generateDocumentEntryPage.success.schema, {
  description: 'An entry page that is ready to be downloaded.',
  fields: { download_url: 'The URL of the PDF, for 15 minutes. It needs no credential.' },
});

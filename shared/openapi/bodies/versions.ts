import {
  createDocumentVersion,
  listDocumentVersions,
  updateDocumentVersion,
} from '../../contract/operations/versions.ts';
import { named } from '../schemas.ts';
import { fileFields, namedForm } from './forms.ts';
import { page } from './page.ts';

named('VersionPage', listDocumentVersions.success.schema, {
  description: 'A page of versions, newest first.',
  fields: { items: 'The versions.', ...page },
});
namedForm('CreateVersion', createDocumentVersion.body, {
  description: 'The form that adds a version.',
  fields: {
    ...fileFields,
    title: 'A title of its own. Default: none',
    description: 'What is new in it. Default: none',
  },
});
named('UpdateVersion', updateDocumentVersion.body.schema, {
  description: 'The fields to change. What is left out stays as it is.',
  fields: { title: 'A new title; null removes it.', description: 'A new description; null removes it.' },
});

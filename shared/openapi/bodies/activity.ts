import { listDocumentActivity, listOrganizationActivity } from '../../contract/operations/activity.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('DocumentActivityPage', listDocumentActivity.success.schema, {
  description: 'A page of a document’s activity, newest first.',
  fields: { items: 'The entries.', ...page },
});
named('OrganizationActivityPage', listOrganizationActivity.success.schema, {
  description: 'A page of an organization’s activity, newest first.',
  fields: { items: 'The entries.', ...page },
});

import {
  createServiceAccount,
  deleteServiceAccount,
  listServiceAccounts,
} from '../../contract/operations/serviceAccounts.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('ServiceAccountPage', listServiceAccounts.success.schema, {
  description: 'A page of the service accounts of an organization, newest first.',
  fields: { items: 'The service accounts.', ...page },
});
named('CreateServiceAccount', createServiceAccount.body.schema, {
  description: 'The service account to add.',
  fields: { name: 'What it is for.', role: 'Its role: `admin` or `member`, as owners are people.' },
});
named('ServiceAccountRemoved', deleteServiceAccount.success.schema, {
  description: 'An empty object: the service account is removed.',
  fields: {},
});

import { createApiKey, deleteApiKey, listApiKeys } from '../../contract/operations/apiKeys.ts';
import { named } from '../schemas.ts';
import { page } from './page.ts';

named('ApiKeyPage', listApiKeys.success.schema, {
  description: 'A page of the API keys of one owner, newest first.',
  fields: { items: 'The keys that work, without what proves them.', ...page },
});
named('CreateApiKey', createApiKey.body.schema, {
  description: 'The API key to make.',
  fields: {
    name: 'What its owner calls it.',
    service_account_id: 'The service account that is to own it. Default: the caller',
    permissions:
      'What it may do at most: no more than the credential of this request, and than its owner can. Default: all of ' +
      'these',
    expires_at:
      'When it is to end: not after the API key of this request, nor later than keys of this service may. Default: as late as it can',
  },
});
named('ApiKeyEnded', deleteApiKey.success.schema, {
  description: 'An empty object: the API key has ended.',
  fields: {},
});

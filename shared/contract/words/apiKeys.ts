import { apiKeyId } from '../identifiers.ts';
import { apiKeysMax, apiKeysOfReaderMax } from '../limits.ts';
import type * as contracts from '../operations/apiKeys.ts';
import { apiKey, apiKeyWithSecret, apiKeyWithUse } from '../resources/apiKey.ts';
import { emptyObject, pageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';

const keyFields = {
  id: 'The API key: its 26 characters are those that follow `dgs_live_` or `dgs_test_` in the key itself, and no secret.',
  name: 'What its owner calls it.',
  owner: 'The person or service account that it acts as.',
  organization_id:
    'The organization in which it acts; null: it acts outside of any, and in one that its owner founded.',
  permissions: 'What it may do at most; null: all that its owner may.',
  created_at: 'When it was made.',
  expires_at: 'When it ends by itself; null: it does not.',
  made_by:
    'Who made it; null: an operator of the service. A key that a service account makes for itself has that of the key it was made with.',
};
const lastUse = {
  last_used_at: 'The hour in which it was last used; null: never, as far as is recorded.',
};
named('ApiKey', apiKey, {
  description: 'An API key, without what proves it.',
  fields: keyFields,
});
named('ApiKeyWithUse', apiKeyWithUse, {
  description: 'An API key, without what proves it, and its last use.',
  fields: { ...keyFields, ...lastUse },
});
named('ApiKeyWithSecret', apiKeyWithSecret, {
  description: 'An API key right after it was made, the only time that it is shown whole.',
  fields: {
    ...keyFields,
    ...lastUse,
    api_key: 'The key itself, as requests carry it. The service keeps a hash of it.',
  },
});
namedId('ApiKeyId', apiKeyId, 'an API key', 'key_5vz40ntwet9ctz2n6s10vd8k6m');

const { data: nightly } = eventExamples['api_key.created'];

export const words: WordsOf<typeof contracts> = {
  listApiKeys: {
    description:
      'Your own that work, as far as they act where you act now, or are bound to no organization; with `service_account_id`, those of a service ' +
      `account, for owners and admins (else 403). A last use is known to the hour. ${shortPages}`,
    success: 'A page of API keys, without what proves them.',
    ...pageOf(
      'ApiKeyPage',
      'A page of the API keys of one owner, newest first.',
      'The keys that work, without what proves them.',
      [{ ...nightly, last_used_at: '2026-03-20T14:00:00.000Z' }],
    ),
  },
  createApiKey: {
    description:
      'It acts in the organization in which you act, and ends when its owner leaves that. It has at most the permissions of the ' +
      'credential that makes it, which for a session are those of your role, and for a service account those of its role too: more ' +
      'is 403. Without `permissions` it has all of these but `organization#own`, the powers of owners, which has to be named by ' +
      'somebody with these powers (else 403), or outside of any organization, for those that you found. A role that comes later adds none to it. It ends no later than the API key that makes it (a later `expires_at` is 403), so that what was given for a time does ' +
      'not outlast it; a session bounds no key, as its person can sign in again. A service may have a longest life for all keys. ' +
      'That the key which made it is ended does not end it. For a service account it takes `organization#manage`, and a person: ' +
      'service accounts make keys for themselves only (403). A key that is made outside of any organization acts outside, and in an ' +
      'organization that its owner founded; in one that they only joined it is as without an organization. ' +
      `A person or service account has at most ${apiKeysMax} keys that work (422). Somebody who may only ` +
      `read, and belongs to no organization, has ${apiKeysOfReaderMax} (403).`,
    requestBody: {
      description: 'The API key to make.',
      fields: {
        name: 'What its owner calls it.',
        service_account_id: 'The service account that is to own it. Default: the caller',
        permissions:
          'What it may do at most: no more than the credential of this request, and than its owner can. Default: all of ' +
          'these but `organization#own`',
        expires_at:
          'When it is to end: not after the API key of this request, nor later than keys of this service may. Default: as late as it can',
      },
    },
    request: {
      name: nightly.name,
      service_account_id: 'svc_01kfczt4ztmc562e71k9jzsrj9',
      permissions: nightly.permissions ?? [],
      expires_at: '2026-07-19T09:00:00Z',
    },
    success:
      'The API key, with `api_key`, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
    response: {
      ...nightly,
      last_used_at: null,
      api_key: 'dgs_live_5vz40ntwet9ctz2n6s10vd8k6mAbCdEfGhIjKlMnOpQrStUvWxYz012345',
    },
  },
  deleteApiKey: {
    description:
      'It stops working within 30 seconds, for good, and is on no list any more. Your own, or as an owner or admin that of a service ' +
      'account; others are not there (404). With an API key, only keys of your own that may do no more than that one (403).',
    success: 'An empty object: the API key has ended.',
    ...emptyObject('ApiKeyEnded'),
  },
};

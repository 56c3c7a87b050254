import { apiKeyId } from '../identifiers.ts';
import { apiKeysMax, apiKeysOfReaderMax } from '../limits.ts';
import type * as contracts from '../operations/apiKeys.ts';
import { apiKey, apiKeyWithSecret, apiKeyWithUse } from '../resources/apiKey.ts';
import { emptyObject, listPageOf, shortPages } from './common.ts';
import { eventExamples } from './eventTypes.ts';
import { named, namedId, type WordsOf } from './named.ts';
import { ofOneLine } from './texts.ts';

const keyFields = {
  id: 'The API key. Its 26 characters follow `dgs_live_` or `dgs_test_` in the key itself, and are not secret.',
  name: 'The name that its owner chose.',
  owner: 'The person or service account that the key acts as.',
  organization_id:
    'The organization in which the key acts. Null: the key acts outside of any organization, and in one that its owner ' +
    'founded.',
  permissions: 'The most that the key may do. Null: everything that its owner may do.',
  created_at: 'When the key was created.',
  expires_at: 'When the key expires. Null: never.',
  made_by:
    'The person who created the key. Null: an operator of the service. A key that a service account creates for itself has ' +
    'the same value as the key it was created with.',
};
const lastUse = {
  last_used_at: 'The hour in which the key was last used. Null: no use is recorded.',
};
named('ApiKey', apiKey, {
  description: 'An API key, without its secret.',
  fields: keyFields,
});
named('ApiKeyWithUse', apiKeyWithUse, {
  description: 'An API key, without its secret, and its last use.',
  fields: { ...keyFields, ...lastUse },
});
named('ApiKeyWithSecret', apiKeyWithSecret, {
  description: 'An API key right after its creation. The service shows the secret only once.',
  fields: {
    ...keyFields,
    ...lastUse,
    api_key: 'The key itself, as requests send it. The service stores only a hash of it.',
  },
});
namedId('ApiKeyId', apiKeyId, 'an API key', 'key_5vz40ntwet9ctz2n6s10vd8k6m');

const { data: nightly } = eventExamples['api_key.created'];

export const words: WordsOf<typeof contracts> = {
  listApiKeys: {
    description:
      'Lists your own valid keys that act in your current organization or are bound to none. With `service_account_id`, ' +
      'owners and admins list the keys of a service account (others get 403). The last use is known to the hour. ' +
      `${shortPages}`,
    success: 'A page of API keys, without their secrets.',
    ...listPageOf(
      'ApiKeyPage',
      'A page of the API keys of one owner, newest first.',
      'The keys that work, without what proves them.',
      [{ ...nightly, last_used_at: '2026-03-20T14:00:00.000Z' }],
    ),
  },
  createApiKey: {
    description:
      'The key acts in your current organization, and ends when its owner leaves that organization. Its permissions are at ' +
      'most those of your credential and of its owner’s role (more: 403). Without `permissions` it gets all of them except ' +
      '`organization#own`, the powers of owners. Name `organization#own` to include it; you need these powers yourself ' +
      '(else 403). Outside of any organization, it applies to those that you found. A later role adds no permissions to the ' +
      'key. An API key cannot create a key that expires later than itself (403); a session can. The service can limit the ' +
      'lifetime of all keys. Revoking a key does not revoke the keys created with it. To create a key for a service account, ' +
      'a person needs `organization#manage`. Service accounts create keys only for themselves (else 403). A key created ' +
      'outside of any organization acts there, and in an organization that its owner founded. In an organization that its ' +
      `owner only joined, it acts outside of any. A person or service account has at most ${apiKeysMax} valid keys (422). A ` +
      `person who may only read and belongs to no organization has at most ${apiKeysOfReaderMax} (403).`,
    requestBody: {
      description: 'The API key to make.',
      fields: {
        name: `A name for the key. ${ofOneLine}`,
        service_account_id: 'The service account that owns the key. Default: the caller',
        permissions:
          'The most that the key may do. It cannot exceed the permissions of this request’s credential or of the owner. ' +
          'Default: all of these but `organization#own`',
        expires_at:
          'When the key expires. It cannot be later than the API key of this request or the service’s limit. Default: the ' +
          'latest possible time',
      },
    },
    request: {
      name: nightly.name,
      permissions: nightly.permissions ?? [],
    },
    success:
      'The API key with `api_key`. The service shows it only once, and again to the same `Idempotency-Key` for ten minutes.',
    response: {
      ...nightly,
      last_used_at: null,
      api_key: 'dgs_live_5vz40ntwet9ctz2n6s10vd8k6mAbCdEfGhIjKlMnOpQrStUvWxYz012345',
    },
  },
  deleteApiKey: {
    description:
      'The key stops working within 30 seconds, and no list shows it any more. You can revoke your own keys; owners and ' +
      'admins also those of service accounts. Other keys answer 404. An API key can revoke only your own keys that have no ' +
      'more permissions than itself (403).',
    success: 'An empty object: the API key has ended.',
    ...emptyObject('ApiKeyEnded'),
  },
};

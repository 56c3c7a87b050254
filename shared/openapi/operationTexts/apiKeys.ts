import { eventExamples } from '../../contract/eventExamples.ts';
import { apiKeysMax } from '../../contract/limits.ts';
import type * as contracts from '../../contract/operations/apiKeys.ts';
import { lastPage, shortPages, type TextsOf } from './text.ts';

const { data: nightly } = eventExamples['api_key.created'];

export const apiKeys: TextsOf<typeof contracts> = {
  listApiKeys: {
    description:
      'Your own that work, as far as they act where you act now, or wherever you are; with `service_account_id`, those of a service ' +
      `account, for owners and admins (else 403). A last use is known to the hour. ${shortPages}`,
    success: 'A page of API keys, without what proves them.',
    response: { items: [{ ...nightly, last_used_at: '2026-03-20T14:00:00.000Z' }], pagination: lastPage },
  },
  createApiKey: {
    description:
      'It acts in the organization in which you act, and ends when its owner leaves that. It has at most the permissions of the ' +
      'credential that makes it, which for a session are those of your role, and for a service account those of its role too: more ' +
      'is 403. Without `permissions` it has all of these, and a role that comes later adds none to it. It ends no later than the API key that makes it (a later `expires_at` is 403), so that what was given for a time does ' +
      'not outlast it; a session bounds no key, as its person can sign in again. A service may have a longest life for all keys. ' +
      'That the key which made it is ended does not end it. For a service account it takes `organization#manage`. ' +
      `A person or service account has at most ${apiKeysMax} keys that work (422).`,
    success:
      'The API key, with `api_key`, which is never shown again, but to the same `Idempotency-Key` for ten minutes.',
    request: {
      name: nightly.name,
      service_account_id: 'svc_01kfczt4ztmc562e71k9jzsrj9',
      permissions: nightly.permissions ?? [],
      expires_at: '2026-07-19T09:00:00Z',
    },
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
    response: {},
  },
};

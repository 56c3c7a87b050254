import type { FunctionSpec } from './spec.ts';

export const apiKeys = {
  listApiKeys: {
    description: 'A page of the API keys of the caller, or of a service account',
    /** A page goes on after the key at which the one before ended. */
    grants: {
      table: {
        'dynamodb:GetItem': ['KEY#'],
        'dynamodb:BatchGetItem': ['ORG#', 'KEYUSE#'],
      },
      listIndex: { 'dynamodb:Query': ['KEYS#'] },
    },
    keyLife: true,
  },
  createApiKey: {
    description: 'Makes an API key, within the bounds of the credential that asks for it',
    /** It looks at the key that the request carries and at who owns the new one, and counts it among those that still work. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'KEY#', 'KEYS#'],
        'dynamodb:BatchGetItem': ['ORG#', 'KEY#'],
        'dynamodb:PutItem': ['ORG#', 'KEY#', 'KEYS#'],
      },
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
    keyLife: true,
  },
  deleteApiKey: {
    description: 'Ends an API key for good',
    /** It looks whether the owner of the key still belongs to the organization, and names them in the event. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'KEY#'],
        'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
        'dynamodb:PutItem': ['KEY#'],
      },
    },
    keyLife: true,
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

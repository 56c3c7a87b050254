import type { FunctionSpec } from './spec.ts';

export const serviceAccounts = {
  listServiceAccounts: {
    description: 'A page of the service accounts of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  createServiceAccount: {
    description: 'Adds a service account to an organization',
    /** The roster of those that there are is of the organization. */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
      },
    },
  },
  deleteServiceAccount: {
    description: 'Takes a service account out of an organization, and ends its API keys',
    /** It ends their keys, which the list index has, and disables the endpoints that they answered for. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'KEY#'],
        'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'USER#', 'KEY#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
      listIndex: { 'dynamodb:Query': ['KEYS#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

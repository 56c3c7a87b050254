import type { FunctionSpec } from './spec.ts';

export const organization = {
  createOrganization: {
    description: 'Creates an organization and makes the caller its first owner',
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['USER#', 'USAGE#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
      },
    },
    quotas: 'of organizations',
  },
  getOrganization: {
    description: 'The organization in which the caller acts',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'] } },
  },
  updateOrganization: {
    description: 'Renames an organization',
    commits: 'entries',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:PutItem': ['ORG#'] } },
  },
  deleteOrganization: {
    description: 'Deletes an organization and shuts its members out',
    /** It gives its item, endpoints and members other keys, unless a policy keeps a document (BatchGetItem, POLICY#). */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['USER#', 'DOC#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'USER#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
      listIndex: { 'dynamodb:Query': ['POLICY#'] },
    },
  },
  switchOrganization: {
    description: 'Has a session act in another organization of its person',
    grants: {
      table: {
        'dynamodb:GetItem': ['SESSION#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:PutItem': ['SESSION#'],
      },
    },
  },
  listOrganizationMembers: {
    description: 'The people of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  updateMemberRole: {
    description: 'Changes the role of a member; an organization always keeps an owner',
    /** It disables the endpoints of who may not manage any more. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#'],
      },
    },
  },
  removeMember: {
    description: 'Takes a member out of an organization, which always keeps an owner',
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
  transferDocuments: {
    description: 'Hands over the documents of a member, or of a former one',
    /** It finds them in the lists of documents, also of deleted ones. */
    commits: 'entries and events',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#', 'DOC#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['DOC#'],
      },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

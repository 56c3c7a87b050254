import type { FunctionSpec } from './spec.ts';

export const organization = {
  createOrganization: {
    description: 'Creates an organization and makes the caller its first owner',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['USER#', 'USAGE#'],
        'dynamodb:PutItem': ['ORG#', 'USER#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
    quotas: 'of organizations',
  },
  getOrganization: {
    description: 'The organization in which the caller acts',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'] } },
  },
  updateOrganization: {
    description: 'Renames an organization',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:PutItem': ['ORG#'] } },
  },
  deleteOrganization: {
    description: 'Deletes an organization and shuts its members out',
    /** It gives its item, endpoints and members other keys, unless a policy keeps a document (BatchGetItem, POLICY#). */
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
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  removeMember: {
    description: 'Takes a member out of an organization, which always keeps an owner',
    /** It ends their keys, which the list index has, and disables the endpoints that they answered for. */
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'KEY#'],
        'dynamodb:BatchGetItem': ['ORG#', 'USER#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'USER#', 'KEY#', 'EVENT#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
      listIndex: { 'dynamodb:Query': ['KEYS#'] },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  transferDocuments: {
    description: 'Hands over the documents of a member, or of a former one',
    /** It finds them in the lists of documents, also of deleted ones. */
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#', 'DOC#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
      },
      listIndex: { 'dynamodb:Query': ['DELETED#', 'ORG#'] },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

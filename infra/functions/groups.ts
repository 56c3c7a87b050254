import type { FunctionSpec } from './spec.ts';

/** These functions also store the names of an organization's groups. */
const changingGroups = {
  commits: 'entries and events',
  grants: {
    table: {
      'dynamodb:GetItem': ['ORG#'],
      'dynamodb:BatchGetItem': ['ORG#'],
      'dynamodb:PutItem': ['ORG#'],
    },
  },
} as const satisfies Omit<FunctionSpec, 'description'>;

export const groups = {
  listGroups: {
    description: 'A page of the groups of an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  createGroup: { description: 'Adds a group to an organization', ...changingGroups },
  getGroup: {
    description: 'One group of an organization',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'] } },
  },
  updateGroup: { description: 'Renames or describes a group', ...changingGroups },
  deleteGroup: {
    description: 'Deletes a group, whose entries a worker removes',
    ...changingGroups,
    grants: {
      table: { ...changingGroups.grants.table, 'dynamodb:DeleteItem': ['ORG#'] },
      removalsQueue: ['sqs:SendMessage'],
    },
  },
  listGroupEntries: {
    description: 'A page of the entries of a group',
    /** Leaves out members who have left. */
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:Query': ['GROUP#'],
      },
    },
  },
  createGroupEntry: {
    description: 'Adds a member, an address or a domain to a group',
    commits: 'entries',
    /** Removes what an earlier membership of the same person left. */
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'GROUP#'],
        'dynamodb:BatchGetItem': ['ORG#'],
        'dynamodb:PutItem': ['ORG#', 'GROUP#'],
        'dynamodb:DeleteItem': ['ORG#', 'GROUP#'],
      },
    },
  },
  deleteGroupEntry: {
    description: 'Removes a member, an address or a domain from a group',
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:GetItem': ['ORG#', 'GROUP#'],
        'dynamodb:PutItem': ['ORG#'],
        'dynamodb:DeleteItem': ['ORG#', 'GROUP#'],
      },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

import type { FunctionSpec } from './spec.ts';

export const invitations = {
  listInvitations: {
    description: 'A page of the pending invitations to an organization',
    grants: { table: { 'dynamodb:Query': ['ORG#'] } },
  },
  createInvitation: {
    description: 'Invites somebody to an organization and makes the URL for them',
    /** It looks for the invited among the members, by their address, and removes an invitation that they have already. */
    commits: 'entries',
    grants: {
      table: {
        'dynamodb:BatchGetItem': ['ORG#', 'EMAIL#', 'USER#'],
        'dynamodb:Query': ['ORG#'],
        'dynamodb:PutItem': ['ORG#'],
        'dynamodb:DeleteItem': ['ORG#'],
      },
      shownSecrets: ['kms:Encrypt', 'kms:Decrypt'],
    },
  },
  deleteInvitation: {
    description: 'Withdraws an invitation',
    commits: 'entries',
    grants: { table: { 'dynamodb:GetItem': ['ORG#'], 'dynamodb:DeleteItem': ['ORG#'] } },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

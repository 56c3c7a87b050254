import type { FunctionSpec } from './spec.ts';

export const policies = {
  listDocumentPolicies: {
    description: 'A page of the policies attached to a document',
    grants: { table: { 'dynamodb:GetItem': ['DOC#'], 'dynamodb:Query': ['DOC#'] } },
  },
  attachDocumentPolicy: {
    description: 'Attaches a policy to a document, once',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#', 'ORG#'],
        'dynamodb:PutItem': ['DOC#', 'EVENT#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
  detachDocumentPolicy: {
    description: 'Detaches a policy from a document',
    /** Only the attachment is deleted; its event is put. */
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#', 'ORG#'],
        'dynamodb:BatchGetItem': ['DOC#'],
        'dynamodb:PutItem': ['EVENT#'],
        'dynamodb:DeleteItem': ['DOC#'],
      },
      eventsQueue: ['sqs:SendMessage'],
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

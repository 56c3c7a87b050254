import type { FunctionSpec } from './spec.ts';

export const activity = {
  listDocumentActivity: {
    description: 'Who has read a document, and what was done with it',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['READING#'],
        'dynamodb:Query': ['ACTIVITY#'],
      },
    },
  },
  listOrganizationActivity: {
    description: 'What was read and done in an organization',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ACTIVITY#', 'DOC#', 'READING#'] },
      listIndex: { 'dynamodb:Query': ['ACTIVITY#'] },
      filterIndex: { 'dynamodb:Query': ['ACTIVITY#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

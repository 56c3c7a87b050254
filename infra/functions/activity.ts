import type { FunctionSpec } from './spec.ts';

export const activity = {
  listDocumentActivity: {
    description: 'Who has read a document, and what was done with it',
    grants: {
      table: {
        'dynamodb:GetItem': ['DOC#'],
        'dynamodb:BatchGetItem': ['CHAIN#', 'EVENT#', 'READING#'],
        'dynamodb:Query': ['ACTIVITY#'],
      },
      filterIndex: { 'dynamodb:Query': ['EVENTS#'] },
    },
  },
  listOrganizationActivity: {
    description: 'What was read and done in an organization',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ACTIVITY#', 'CHAIN#', 'DOC#', 'EVENT#', 'READING#'] },
      listIndex: { 'dynamodb:Query': ['ACTIVITY#'] },
      filterIndex: { 'dynamodb:Query': ['ACTIVITY#', 'EVENTS#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

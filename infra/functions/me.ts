import type { FunctionSpec } from './spec.ts';

export const me = {
  getMe: {
    description: 'The caller, and the organizations they belong to',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['ORG#'] },
      listIndex: { 'dynamodb:Query': ['MEMBERSHIPS#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

import type { FunctionSpec } from './spec.ts';

export const events = {
  listEvents: {
    description: 'The events of an organization, as they are delivered',
    grants: {
      table: { 'dynamodb:BatchGetItem': ['EVENT#'] },
      filterIndex: { 'dynamodb:Query': ['EVENTS#'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionSpec>>;

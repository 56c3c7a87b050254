import type { FunctionSpec } from './spec.ts';

export const search = {
  search: {
    description: 'Finds words in titles, descriptions and pages',
    grants: {},
  },
} as const satisfies Record<string, FunctionSpec>;

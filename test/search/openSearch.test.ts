import { afterAll, describe } from 'vitest';
import { testEngine } from '../support/search/engineTable.ts';
import { startOpenSearch } from './openSearchNode.ts';

const node = await startOpenSearch();
const lacked = typeof node === 'string' ? ` (skipped: ${node})` : '';

describe.skipIf(lacked !== '')(`OpenSearch 2.19${lacked}`, () => {
  if (typeof node === 'string') return;
  process.env.SEARCH_ENDPOINTS = node.endpoint;
  // This node checks no signature.
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
  });
  afterAll(() => node.close());
  testEngine();
});

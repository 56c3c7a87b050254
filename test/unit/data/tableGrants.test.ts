import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FunctionName } from '../../../infra/functions.ts';
import { findUserByEmail, listCallers } from '../../../shared/data/callers.ts';
import { commit } from '../../../shared/data/commit.ts';
import { listDueWork } from '../../../shared/data/due.ts';
import { createPolicy, listPolicies, newPolicy } from '../../../shared/data/policies.ts';
import { createSession, newSession } from '../../../shared/data/sessions.ts';
import { asFunction, grantTable } from '../../support/tableGrants.ts';

let refused: readonly string[];
beforeAll(() => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('TABLE_NAME', 'table');
  refused = grantTable();
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const organization = `org_${'0'.repeat(26)}` as const;
const session = newSession(
  { token_hash: 'hash', organization_id: null },
  { id: `user_${'0'.repeat(26)}`, session_epoch: 0 },
  1,
);
const policy = newPolicy(organization, 'Retention');

/** Nothing is there to answer: a request that is not refused would fail otherwise. */
test.for<[string, FunctionName, () => Promise<unknown>, string]>([
  ['a partition', 'signInCallback', () => listPolicies(organization), 'Query table ORG#'],
  ['an action', 'getDocumentVersion', () => commit([createPolicy(policy)]), 'PutItem table ORG#'],
  ['a read', 'documentPage', () => findUserByEmail('a@b.example'), 'BatchGetItem table EMAIL#'],
  ['a list of operators', 'listDocuments', listCallers, 'Query listIndex CALLERS'],
  ['an index', 'listDocuments', () => listDueWork(0, 1), 'Query dueIndex '],
  [
    'one item of a transaction',
    'registerWebhook',
    () => commit([createPolicy(policy), createSession(session)]),
    'PutItem table SESSION#',
  ],
])('functions of a test are refused what their roles would be: %s', async ([, name, ask, what]) => {
  await expect(asFunction(name, ask)).rejects.toThrow('not authorized');

  expect(refused.at(-1)).toContain(what);
});

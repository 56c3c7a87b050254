import { expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { problem, sameOrigin } from '../support/organizations.ts';

test('an owner has nothing to reclaim, and an API key cannot reclaim', async () => {
  const answers = [
    await call.reclaimOwnership({ session: 'owner', headers: sameOrigin }),
    await call.reclaimOwnership({ as: 'owner' }),
  ];

  for (const answer of answers) expect(answer).toMatchObject(problem(403));
  expect(await call.reclaimOwnership({ as: null })).toMatchObject(problem(401));
});

import { expect, test } from 'vitest';
import { replaceCaller } from '../../../shared/data/callers/callers.ts';
import { listSessions } from '../../../shared/data/callers/sessions.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { storedPerson } from '../../support/people/people.ts';
import { openSignInStage } from './signInStage.ts';

const { catchUp, credentials, signIn } = await openSignInStage();

// Threat: A disabled person goes on working
test('a disabled person cannot sign in, and sees why only after proving their identity', async () => {
  const disabled = await storedPerson({ disabled_at: new Date().toISOString() });

  const proven = await signIn({ sub: disabled.id, email: disabled.email });
  expect(proven.answer.status).toBe(403);
  expect(proven.answer.text).toContain('Your account is disabled');
  expect(proven.browser.cookie(credentials.base_url, 'session')).toBeUndefined();
  await catchUp();
  expect(await listSessions(disabled.id)).toEqual([]);

  const claimed = await signIn({ sub: 'stranger', email: disabled.email, email_verified: false });
  expect(claimed.answer.text).not.toContain('disabled');

  await transact([replaceCaller({ ...disabled, disabled_at: null })]);
  expect((await signIn({ sub: disabled.id, email: disabled.email })).answer.status).toBe(303);
});

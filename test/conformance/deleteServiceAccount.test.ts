import { describe, expect, test } from 'vitest';
import {
  accountAlone,
  accountsOf,
  addAccount,
  endKey,
  makeKey,
  removeAccount,
  withKey,
} from '../support/apiKeys.ts';
import { call } from '../support/documents.ts';
import { problem } from '../support/organizations.ts';
import { register, unusedUrl } from '../support/webhooks.ts';

describe('a service account that was removed', () => {
  test('does not exist any more, and its keys have ended', async () => {
    const { as, account } = await accountAlone();
    const kept = (await addAccount(as, { name: 'Weekly export' })).body;
    const key = await makeKey(as, { service_account_id: account });
    const unused = await makeKey(as, { service_account_id: account });
    expect((await call.getMe(withKey(key))).status).toBe(200);

    expect(await removeAccount(as, account)).toMatchObject({ status: 200, body: {} });

    // The authorizer reads the membership for each request, so the 30 seconds of its cache of keys do not apply.
    for (const one of [key, unused]) expect((await call.getMe(withKey(one))).status).toBe(401);
    expect(await accountsOf(as)).toEqual([kept]);
    expect(await removeAccount(as, account)).toMatchObject(problem(404));
    expect(await makeKey(as, { service_account_id: account })).toMatchObject(problem(404));
    expect(await endKey(as, unused.body.id)).toMatchObject(problem(404));
  });

  test('is no longer responsible for webhook endpoints', async () => {
    const { as, account } = await accountAlone({ role: 'admin' });
    const key = withKey(await makeKey(as, { service_account_id: account }));
    const { id } = (await register({}, { url: unusedUrl, events: ['webhook.test'] }, key)).body;

    await removeAccount(as, account);

    const { body } = await call.getWebhook({ ...as, path: { webhook_id: id } });
    expect(body).toMatchObject({
      state: 'disabled',
      disabled_reason: 'registrar',
      created_by: { id: account },
    });
  });
});

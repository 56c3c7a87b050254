import { beforeEach, describe, expect, test } from 'vitest';
import { type ApiKeyItem, apiKeyIdOf, getApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { addressHashOf, stopMail } from '../../../shared/data/mail/mailBlocks.ts';
import { mailOf, setQuota, textOf } from '../../support/mail.ts';
import {
  byKey,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
} from '../../support/people/people.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const stage = await sharedStage();
const { call, invoke, takeMessages } = stage;
const { mailsTo, work } = mailOf(stage);

const dayMilliseconds = 24 * 60 * 60_000;

const clear = async () => {
  await takeMessages('mail');
  await takeMessages('events');
};
beforeEach(clear);

/** Runs the worker with the messages about events, with each message `times` times. */
async function fanOut(times = 1): Promise<void> {
  for (const body of await takeMessages('events'))
    for (let time = 1; time <= times; time++)
      await invoke('fanOutEvent', { Records: [{ messageId: crypto.randomUUID(), body }] });
}

describe('the notice that an endpoint was disabled', () => {
  /** An organization with two owners, an admin and an endpoint. */
  async function withEndpoint() {
    const { id, owner } = await storedOrganization();
    const [other, admin] = [await storedMember(id, 'owner'), await storedMember(id, 'admin')];
    const as = await byKey(admin);
    const json = { url: 'https://hooks.example.com/events', events: ['*'] };
    const { id: webhook_id } = (await call.registerWebhook({ ...as, json })).body;
    await clear();
    const change = (enabled: boolean) =>
      call.updateWebhook({ ...as, path: { webhook_id }, json: { enabled } });
    const emails = [owner, other].map(({ email }) => email ?? '');
    return { id, webhook_id, owners: emails, admin: admin.email ?? '', change };
  }
  const sentTo = async (emails: readonly string[]) =>
    (await Promise.all(emails.map(mailsTo))).map((mails) => mails.length);

  test('is sent to each owner once, also when its event is fanned out twice', async () => {
    const { webhook_id, owners, admin, change } = await withEndpoint();
    await change(false);

    await fanOut(2);
    await work('mail');
    await work('mail');

    expect(await sentTo([...owners, admin])).toEqual([1, 1, 0]);
    const [mail] = await mailsTo(owners[0] ?? '');
    const [first = '', second = ''] = textOf(mail).split('\n\n');
    expect(first).toBe(
      'The document service of Test sends you this mail because you are an owner, and a webhook endpoint was disabled.',
    );
    expect(second).toContain(`${webhook_id} at hooks.example.com`);
    expect(mail?.input.Content.Simple.Body.Html?.Data).toContain(second);
  });

  test('is sent each time that the endpoint is disabled, unless it is enabled again meanwhile', async () => {
    const { owners, change } = await withEndpoint();

    for (const enabled of [false, true, false]) {
      await change(enabled);
      await fanOut();
      await work('mail');
    }

    expect(await sentTo(owners)).toEqual([2, 2]);
    await change(true);
    await change(false);
    await fanOut();
    await change(true);
    await work('mail');
    expect(await sentTo(owners)).toEqual([2, 2]);
  });

  test('is held beyond the quota of the organization, and refused for a blocked address', async () => {
    const { id, owners, change } = await withEndpoint();
    await stopMail(addressHashOf(owners[1] ?? ''), id, Date.now());
    await setQuota(id, 0);
    await change(false);
    await fanOut();
    await work('mail');
    await setQuota(id, null);

    await stage.table.letTimePass(60 * 60_000);
    await invoke('sweepDue', {});
    await work('mail');
    expect(await sentTo(owners)).toEqual([1, 0]);
  });
});

describe('the notice that an API key ends', () => {
  /**
   * An API key that was made `madeDaysAgo` days ago and ends in `endsInDays` days. If `isBound` is true, the key is bound to an
   * organization.
   */
  async function keyThat(
    madeDaysAgo: number,
    endsInDays: number,
    more: Partial<ApiKeyItem> = {},
    isBound = false,
  ) {
    const { id, owner } = isBound ? await storedOrganization() : { id: null, owner: await storedPerson() };
    const at = (days: number) => new Date(Date.now() + days * dayMilliseconds).toISOString();
    const given = {
      organization_id: id,
      created_at: at(-madeDaysAgo),
      expires_at: at(endsInDays),
      name: 'nightly',
      ...more,
    };
    const { record: apiKey } = await storedApiKey(owner, given);
    return { apiKey, owner, email: owner.email ?? '' };
  }
  const sweep = async () => {
    await invoke('sweepDue', {});
    const failed = await work('mail');
    await stage.table.letTimePass(60 * 60_000);
    return failed;
  };

  test('is sent to its owner once, when the key ends within seven days', async () => {
    const [unbound, bound] = [await keyThat(20, 6.9), await keyThat(20, 6.9, {}, true)];

    for (let time = 1; time <= 3; time++) expect(await sweep()).toBe(0);

    for (const { apiKey, email } of [unbound, bound]) {
      const mails = await mailsTo(email);
      expect(mails).toHaveLength(1);
      expect(textOf(mails[0])).toContain(`your API key “nightly” (${apiKeyIdOf(apiKey)}) ends on`);
      expect(await getApiKey(apiKey.uuid)).toMatchObject({ has_end_notice: true });
    }
  });

  test('is not sent before that, nor for a key that lives 14 days or less, or is revoked', async () => {
    const revoked = { revoked_at: new Date().toISOString() };
    const keys = [await keyThat(20, 7.1), await keyThat(8, 6), await keyThat(20, 6, revoked)];

    await sweep();

    for (const { email } of keys) expect(await mailsTo(email)).toEqual([]);
  });
});

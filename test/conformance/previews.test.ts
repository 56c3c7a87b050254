import { expect, test } from 'vitest';
import { acceptOn, openAs } from '../support/acceptance.ts';
import { readingsOf } from '../support/activity.ts';
import { governed } from '../support/governed.ts';

const rules = { acknowledgement: `Keep it to yourself. ${crypto.randomUUID()}` };

const typesOf = async (document_id: string) =>
  (await readingsOf(document_id)).map(({ type }) => type).toReversed();

test('a preview stores no acceptance, and is recorded as a preview, and not as a reading', async () => {
  const { at, document_id, version_id } = await governed(rules);

  const form = await openAs('owner', `${at}?as=reader`);
  expect(form.status).toBe(403);
  expect(await form.clone().text()).toContain('Your preview stores no acceptance');
  const { response, cookies } = await acceptOn(form, 'owner');

  expect([response.status, cookies]).toEqual([303, []]);
  const next = response.headers.get('location') ?? '';
  const page = await openAs('owner', next);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('Back to your own view');
  const [, link = ''] = /href="([^"]+file=inline[^"]*)"/.exec(text) ?? [];
  for (const file of [link.replaceAll('&amp;', '&'), `${next}&file=attachment`])
    expect((await openAs('owner', file)).status).toBe(303);
  expect((await openAs('owner', `${at}?as=reader`)).status).toBe(403);
  const accepted = await (await openAs('owner', `${at}?show=accepted`)).text();
  expect(accepted).toContain('Nobody has accepted a text');
  expect(accepted).not.toContain(rules.acknowledgement);
  const entries = await readingsOf(document_id);
  const previews = entries.filter(({ type }) => type === 'previewed');
  expect(previews.length).toBeGreaterThanOrEqual(3);
  expect(previews.map((entry) => entry.version_id)).toEqual(previews.map(() => version_id));
  expect(previews.every(({ actor }) => actor !== null)).toBe(true);
  expect(entries.map(({ type }) => type)).not.toContain('acknowledged');
});

test('a preview that a policy refuses is recorded as a preview, and one without the right as a reading', async () => {
  const refusing = await governed({ allowed_emails: ['nobody@example.com'] });
  const { at, document_id } = await governed(rules);

  expect((await openAs('owner', `${refusing.at}?as=reader`)).status).toBe(403);
  await acceptOn(await openAs('member', `${at}?as=reader`), 'member');
  await openAs('member', `${at}?as=reader`);

  expect(await readingsOf(refusing.document_id)).toMatchObject([
    { type: 'previewed', policy_id: refusing.policy.id, details: { reason: 'not_allowed' } },
  ]);
  expect(await typesOf(document_id)).toEqual(['acknowledged', 'viewed']);
});

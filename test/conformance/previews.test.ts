import { expect, test } from 'vitest';
import { acceptOn, openAs } from '../support/acceptance.ts';
import { activityOf, readingsOf } from '../support/activity.ts';
import { readyDocument } from '../support/documents.ts';
import { addPolicy, attach } from '../support/policies.ts';

const rules = { acknowledgement: `Keep it to yourself. ${crypto.randomUUID()}` };

async function asking(access_level = 'public') {
  const { document_id, version_id } = await readyDocument({ fields: { access_level } });
  const policy = await addPolicy(undefined, {}, rules);
  await attach(document_id, policy.id);
  return { document_id, version_id, policy, at: `/d/${document_id}` };
}

const typesOf = async (document_id: string) =>
  (await readingsOf(document_id)).map(({ type }) => type).toReversed();

test('an acceptance in a preview is not stored', async () => {
  const { at, document_id } = await asking();

  const form = await openAs('owner', `${at}?as=reader`);
  expect(form.status).toBe(403);
  const shown = await form.clone().text();
  expect(shown).toContain('Your preview stores no acceptance');
  const { response, cookies } = await acceptOn(form, 'owner');

  expect(response.status).toBe(303);
  expect(cookies).toEqual([]);
  const next = response.headers.get('location') ?? '';
  const page = await openAs('owner', next);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain('Back to your own view');
  expect((await openAs('owner', `${at}?as=reader`)).status).toBe(403);
  const accepted = await (await openAs('owner', `${at}?show=accepted`)).text();
  expect(accepted).toContain('Nobody has accepted a text');
  expect(accepted).not.toContain(rules.acknowledgement);
  expect((await activityOf(document_id)).map(({ type }) => type)).not.toContain('acknowledged');
});

test('a preview is recorded as a preview, and not as a reading', async () => {
  const { at, document_id, version_id } = await asking();
  const inPreview = await acceptOn(await openAs('owner', `${at}?as=reader`), 'owner');
  const page = inPreview.response.headers.get('location') ?? '';
  const [, link = ''] =
    /href="([^"]+file=inline[^"]*)"/.exec(await (await openAs('owner', page)).text()) ?? [];
  expect((await openAs('owner', link.replaceAll('&amp;', '&'))).status).toBe(303);
  expect((await openAs('owner', `${page}&file=attachment`)).status).toBe(303);

  expect(await typesOf(document_id)).toEqual(Array(3).fill('previewed'));
  const entries = await readingsOf(document_id);
  expect(entries.map((entry) => entry.version_id)).toEqual(Array(3).fill(version_id));
  expect(entries.every(({ actor }) => actor !== null)).toBe(true);
});

test('a preview by a person who does not manage the document is a reading', async () => {
  const { at, document_id } = await asking();
  const texts = /texts=(\w+)/.exec(await (await openAs('member', `${at}?as=reader`)).text())?.[1];

  expect((await openAs('member', `${at}?as=reader&texts=${texts}`)).status).toBe(403);
  await acceptOn(await openAs('member', `${at}?as=reader`), 'member');
  await openAs('member', `${at}?as=reader`);

  expect(await typesOf(document_id)).toEqual(['acknowledged', 'viewed']);
});

import { expect, test } from 'vitest';
import { momentInWords } from '../../shared/words/words.ts';
import { acceptOn, openAs } from '../support/acceptance.ts';
import { readingsOf } from '../support/activity.ts';
import { governed } from '../support/governed.ts';
import { change } from '../support/policies.ts';

const textOf = async (page: Response | Promise<Response>) =>
  (await (await page).text()).replace(/<[^>]*>/g, '');
/** The date without the time, because a minute can end during the test. */
const today = momentInWords(new Date()).slice(0, -'12:34 UTC'.length);

async function asking() {
  const text = `Keep it to yourself. ${crypto.randomUUID()}`;
  return { text, ...(await governed({ acknowledgement: text })) };
}

test.for(['member', null] as const)('a reader can decline, which stores nothing: %s', async (as) => {
  const { at, title, text, document_id } = await asking();
  const form = await (await openAs(as, at)).text();
  expect(form).toContain('<bdi>Acme Records</bdi> asks you to accept');
  const [, href = ''] = /<a [^>]*href="([^"]+)">Decline</.exec(form) ?? [];

  const declined = await openAs(as, href.replaceAll('&amp;', '&'));

  expect(declined.status).toBe(200);
  expect(declined.headers.getSetCookie()).toEqual([]);
  const shown = await textOf(declined);
  expect(shown).toContain('You did not accept');
  expect(shown).toContain(title);
  expect(shown.includes('Sign in with another address')).toBe(as !== null);
  expect((await openAs(as, at)).status).toBe(403);
  expect(await readingsOf(document_id)).toEqual([]);
  expect(await textOf(openAs('owner', `${at}?show=accepted`))).not.toContain(text);
});

test('readers see the texts that they accepted, and managers all of them, also replaced ones', async () => {
  const { at, text, title, policy } = await asking();
  await acceptOn(await openAs('member', at), 'member');
  const browser = await acceptOn(await openAs(null, at), null);
  const later = `And show it to nobody. ${crypto.randomUUID()}`;
  const acceptedBy = (as: 'owner' | 'member' | null, cookies: readonly string[] = []) =>
    textOf(openAs(as, `${at}?show=accepted`, cookies));

  for (const shown of [await acceptedBy('member'), await acceptedBy(null, browser.cookies)]) {
    expect(shown).toContain(title);
    expect(shown).toContain(text);
    expect(shown).toContain(`You accepted this text on ${today}`);
    expect(shown).not.toContain('Accepted by');
  }
  const another = await acceptedBy(null);
  expect(another).toContain('You have not accepted a text');
  expect(another).not.toContain(text);
  await change(policy.id, { rules: { acknowledgement: later } });
  expect(await acceptedBy('member')).not.toContain(later);
  await acceptOn(await openAs('member', at), 'member');
  const managed = await acceptedBy('owner');
  for (const shown of [managed, await acceptedBy('member')])
    for (const accepted of [text, later]) expect(shown).toContain(accepted);
  expect(managed.match(/Accepted by Mia Member on/g)).toHaveLength(2);
  expect(managed.match(/Accepted by a visitor who was not signed in on/g)).toHaveLength(1);
  for (const as of ['owner', 'member'] as const)
    expect(await (await openAs(as, at)).text()).toContain('?show=accepted"');
});

test('a long list of acceptances has pages', async () => {
  const { at } = await asking();
  const form = await openAs(null, at);
  await Promise.all(Array.from({ length: 51 }, () => acceptOn(form.clone(), null)));

  const rows: number[] = [];
  for (let next: string | undefined = `${at}?show=accepted`; next !== undefined; ) {
    const page: string = await (await openAs('owner', next)).text();
    rows.push(page.match(/Accepted by/g)?.length ?? 0);
    next = /href="([^"]+)">More acceptances</.exec(page)?.[1]?.replaceAll('&amp;', '&');
  }

  expect(rows).toEqual([50, 1]);
  expect(await textOf(openAs('owner', `${at}?show=accepted&accepted_after=nonsense`))).toContain(
    'Accepted by',
  );
});

test('a reader sees their acceptance after reading has ended, but only if they may open the document', async () => {
  const { at, text, policy } = await asking();
  await acceptOn(await openAs('member', at), 'member');
  await change(policy.id, { rules: { acknowledgement: text, expires_at: '2026-01-31T09:30:00Z' } });

  const ended = await openAs('member', at);
  const accepted = await openAs('member', `${at}?show=accepted`);
  await change(policy.id, { rules: { acknowledgement: text, allowed_emails: ['nobody@example.com'] } });
  const refused = await openAs('member', `${at}?show=accepted`);

  expect(ended.status).toBe(403);
  expect(await textOf(ended)).toContain('Reading ended on 31 January 2026 at 09:30 UTC');
  expect(accepted.status).toBe(200);
  expect(await textOf(accepted)).toContain(text);
  expect(refused.status).toBe(403);
  expect(await refused.text()).not.toContain(text);
});

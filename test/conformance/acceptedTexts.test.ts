import { expect, test } from 'vitest';
import { momentInWords } from '../../shared/words/words.ts';
import { acceptOn, openAs } from '../support/acceptance.ts';
import { readingsOf } from '../support/activity.ts';
import { readyDocument, uniqueTitle } from '../support/documents.ts';
import { addPolicy, attach, change } from '../support/policies.ts';

const textOf = async (page: Response | Promise<Response>) =>
  (await (await page).text()).replace(/<[^>]*>/g, '');
/** The date without the time, because a minute can end during the test. */
const today = momentInWords(new Date()).slice(0, -'12:34 UTC'.length);

async function asking(access_level = 'public') {
  const text = `Keep it to yourself. ${crypto.randomUUID()}`;
  const title = uniqueTitle('Asking');
  const { document_id } = await readyDocument({ fields: { access_level, title } });
  const policy = await addPolicy(undefined, {}, { acknowledgement: text });
  await attach(document_id, policy.id);
  return { text, title, document_id, policy, at: `/d/${document_id}` };
}

test('the text to accept names the organization and the document', async () => {
  const { at, title, text } = await asking();

  for (const as of ['member', null] as const) {
    const page = await openAs(as, at);
    const shown = await page.text();
    expect(page.status).toBe(403);
    expect(shown).toContain(title);
    expect(shown).toContain('<bdi>Acme Records</bdi> asks you to accept');
    expect(shown).toContain(text);
  }
});

test.for(['member', null] as const)('a reader can decline, which stores nothing: %s', async (as) => {
  const { at, title, text, document_id } = await asking();
  const form = await (await openAs(as, at)).text();
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

test('readers see the texts that they accepted, and no acceptance of others', async () => {
  const { at, text, title } = await asking();
  await acceptOn(await openAs('member', at), 'member');
  const browser = await acceptOn(await openAs(null, at), null);

  const member = await textOf(openAs('member', `${at}?show=accepted`));
  const visitor = await textOf(openAs(null, `${at}?show=accepted`, browser.cookies));
  const another = await textOf(openAs(null, `${at}?show=accepted`));

  for (const shown of [member, visitor]) {
    expect(shown).toContain(title);
    expect(shown).toContain(text);
    expect(shown).toContain(`You accepted this text on ${today}`);
    expect(shown).not.toContain('Accepted by');
  }
  expect(another).toContain('You have not accepted a text');
  expect(another).not.toContain(text);
  expect(await (await openAs('member', at)).text()).toContain('?show=accepted"');
});

test('managers see all acceptances, also of replaced texts', async () => {
  const { at, text, policy } = await asking();
  await acceptOn(await openAs('member', at), 'member');
  await acceptOn(await openAs(null, at), null);
  const later = `And show it to nobody. ${crypto.randomUUID()}`;
  await change(policy.id, { rules: { acknowledgement: later } });

  const between = await textOf(openAs('member', `${at}?show=accepted`));
  await acceptOn(await openAs('member', at), 'member');
  const managed = await textOf(openAs('owner', `${at}?show=accepted`));
  const own = await textOf(openAs('member', `${at}?show=accepted`));

  expect(between).toContain(text);
  expect(between).not.toContain(later);
  for (const shown of [managed, own]) {
    expect(shown).toContain(text);
    expect(shown).toContain(later);
  }
  expect(managed.match(/Accepted by Mia Member on/g)).toHaveLength(2);
  expect(managed.match(/Accepted by a visitor who was not signed in on/g)).toHaveLength(1);
  expect(await (await openAs('owner', at)).text()).toContain('?show=accepted"');
});

test('a long list of acceptances has pages', async () => {
  const { at } = await asking();
  const form = await openAs(null, at);
  await Promise.all(Array.from({ length: 53 }, () => acceptOn(form.clone(), null)));

  const rows: number[] = [];
  for (let next: string | undefined = `${at}?show=accepted`; next !== undefined; ) {
    const page: string = await (await openAs('owner', next)).text();
    rows.push(page.match(/Accepted by/g)?.length ?? 0);
    next = /href="([^"]+)">More acceptances</.exec(page)?.[1]?.replaceAll('&amp;', '&');
  }

  expect(rows).toEqual([50, 3]);
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

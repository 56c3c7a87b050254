import { describe, expect, onTestFinished } from 'vitest';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { base_url, sameOrigin, session_cookies } from '../support/organizations.ts';
import { test } from '../support/test.ts';

const newAddress = (): string => `${crypto.randomUUID()}@example.org`;
const owner = { Cookie: session_cookies.owner, ...sameOrigin };
const member = { Cookie: session_cookies.member, ...sameOrigin };

type Headers = Readonly<Record<string, string>>;

/** Sends a form as a browser does, and follows no redirect. */
async function send(id: string, fields: Record<string, string>, headers: Headers = owner) {
  const response = await fetch(`${base_url}/d/${id}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

const pageOf = async (id: string, headers: Headers = owner) =>
  (await fetch(`${base_url}/d/${id}`, { headers: { Accept: 'text/html', ...headers } })).text();

const shares = async (document_id: string) =>
  (await call.listDocumentShares({ path: { document_id } })).body.items;

describe('the forms of a document’s page', () => {
  test('share the document, show its shares, and withdraw them', async ({ uploaded: { id } }) => {
    const email = newAddress();
    expect(await pageOf(id)).toContain('This document is shared with nobody by name.');

    const shared = await send(id, { email: ` ${email.toUpperCase()}`, until: '2099-12-31' });

    expect(shared).toMatchObject({ status: 303, location: `${base_url}/d/${id}#shares` });
    const [made] = await shares(id);
    expect(made).toMatchObject({ email, expires_at: '2099-12-31T23:59:59.999Z', message: '', mail: 'none' });
    const page = await pageOf(id);
    expect(page).toContain(`<bdi>${email}</bdi>`);
    expect(page).toContain('Not read yet');
    expect(page).toContain('31 December 2099');

    expect(await send(id, { withdraw: made?.id ?? '' })).toMatchObject({ status: 303 });
    expect(await shares(id)).toEqual([]);
    // A second browser tab can still have the button. So the same share can be withdrawn twice.
    expect(await send(id, { withdraw: made?.id ?? '' })).toMatchObject({ status: 303 });
  });

  test('mail the share, and mail it again; a stage without mail asks to pass on the address', async ({
    uploaded: { id },
  }) => {
    const isMailed = (await pageOf(id)).includes('name="send_mail" type="checkbox" value="true" checked>');
    // The address is of SES's simulator, which accepts all mail (Amazon SES, "Mailbox simulator").
    const email = `success+${crypto.randomUUID()}@simulator.amazonses.com`;

    await send(id, { email, send_mail: 'true' });

    const [made] = await shares(id);
    if (!isMailed) {
      expect(made?.mail).toBe('none');
      const page = await pageOf(id);
      expect(page).toContain('The service sends no mail');
      expect(page).not.toContain('Send again');
      expect(await send(id, { send: made?.id ?? '' })).toMatchObject({ status: 400 });
      return;
    }
    expect(made?.mail).not.toBe('none');
    const page = await pageOf(id);
    expect(page).toMatch(/The mail (is about to be sent|was sent|was delivered)/);
    expect(page).toContain('Send again');
    expect(await send(id, { send: made?.id ?? '' })).toMatchObject({
      status: 303,
      location: `${base_url}/d/${id}#shares`,
    });
  });

  test('have a message, and a choice to be notified of the first reading', async ({ uploaded: { id } }) => {
    await send(id, { email: newAddress(), message: 'Please read\r\npage 2.', notify_me: 'true' });

    expect(await shares(id)).toMatchObject([{ message: 'Please read\npage 2.', notify_me: true }]);
  });

  test('do not mail a share that was withdrawn', async ({ uploaded: { id } }) => {
    await send(id, { email: newAddress() });
    const [made] = await shares(id);
    await send(id, { withdraw: made?.id ?? '' });

    const { status, text } = await send(id, { send: made?.id ?? '' });

    expect(status).toBe(400);
    expect(text).toContain('The share was withdrawn.');
  });

  test.for([
    ['what is no address', { email: 'nobody' }, 'This is not an e-mail address.'],
    ['a long message', { email: 'ines@example.org', message: 'x'.repeat(2001) }, 'This message is too long'],
    ['no address', {}, 'This is not an e-mail address.'],
    ['a day that is over', { email: 'ines@example.org', until: '2020-01-01' }, 'This day is over.'],
    ['what is no day', { email: 'ines@example.org', until: '2026-02-40' }, 'This is not a day.'],
  ] as const)('refuse %s, and keep the other fields', async ([, fields, why], { uploaded: { id } }) => {
    const { status, text } = await send(id, fields);

    expect(status).toBe(400);
    expect(text).toContain(why);
    for (const value of Object.values(fields)) expect(text).toContain(value);
    expect(await shares(id)).toEqual([]);
  });

  test('refuse a second share to an address', async ({ uploaded: { id } }) => {
    const email = newAddress();
    await send(id, { email });

    const { status, text } = await send(id, { email });

    expect(status).toBe(400);
    expect(text).toContain('shared with this address already');
    expect(await shares(id)).toHaveLength(1);
  });

  test('send events to the endpoints of the organization', async ({ uploaded: { id } }) => {
    const json = { url: 'https://hooks.example.com/shares', events: ['document.shared'] };
    const { id: webhook_id } = (await call.registerWebhook({ json })).body;
    onTestFinished(async () => void (await call.deleteWebhook({ path: { webhook_id } })));

    await send(id, { email: newAddress() });

    const sharedDocuments = async () => {
      const { items } = (await call.listEvents({ query: { type: 'document.shared' } })).body;
      return items.map(({ data }) => Object(data).document_id);
    };
    // Lists may be a second behind.
    await expect.poll(sharedDocuments, { timeout: 10_000 }).toContain(id);
  });

  test('are shown to people who manage the document only', async ({ uploaded: { id } }) => {
    expect(await pageOf(id, member)).not.toContain('Shared with');
    const refused = await send(id, { email: newAddress() }, member);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('Sign in with another address');
    expect((await send(id, { email: newAddress() }, { ...sameOrigin })).status).toBe(401);
    const elsewhere = { ...owner, Origin: 'https://elsewhere.example' };
    expect((await send(id, { email: newAddress() }, elsewhere)).status).toBe(403);
    const hidden = await upload({
      as: 'member',
      fields: { access_level: 'private', title: uniqueTitle('Mine') },
    });
    expect((await send(hidden.id, { email: newAddress() })).status).toBe(404);
    expect((await send(`doc_${'0'.repeat(26)}`, { email: newAddress() })).status).toBe(404);
    expect((await send('nothing', { email: newAddress() })).status).toBe(404);
    expect(await shares(id)).toEqual([]);
  });
});

test('the page shows a reader who shared the document with them, until when, and the message', async () => {
  const { id } = await upload({ as: 'member', fields: { access_level: 'private' } });
  const members = (await call.listOrganizationMembers()).body.items;
  const email = members.find(({ role }) => role === 'owner')?.email ?? '';
  const json = { email, expires_at: '2099-06-30T22:00:00Z', message: 'Please <b>read</b> this.' };
  const path = { document_id: id };

  const share = (await call.createDocumentShare({ as: 'member', path, json })).body;

  const page = await pageOf(id);
  expect(page).toContain(`${share.created_by.name}</bdi> shared this document with you until`);
  expect(page).toContain('30 June 2099');
  expect(page).toContain('Please &lt;b&gt;read&lt;/b&gt; this.');
  // The person who shared the document sees on its page that it was read.
  expect(await pageOf(id, member)).toContain('1 reading');
});

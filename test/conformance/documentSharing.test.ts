import { expect } from 'vitest';
import { call, upload } from '../support/documents.ts';
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

/** Forms that pages of 1.0.1 have, which may still be open. */
const earlierForms = [{ email: newAddress(), until: '2099-12-31', send_mail: 'true' }, {}];

test.for(earlierForms)(
  'the form %j of a page from before changes nothing, and leads to the console',
  async (fields, { uploaded: { id } }) => {
    for (const document_id of [id, `doc_${'0'.repeat(26)}`])
      for (const headers of [owner, member, { ...sameOrigin }]) {
        const { status, text } = await send(document_id, fields, headers);
        expect(status).toBe(410);
        expect(text).toContain(`/app/documents/${document_id}`);
      }
    expect((await send('nothing', fields)).status).toBe(404);
    expect(await shares(id)).toEqual([]);
  },
);

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
});

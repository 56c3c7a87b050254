import { expect, test } from 'vitest';
import { call, upload } from '../support/documents.ts';
import { base_url, sameOrigin, session_cookies } from '../support/organizations.ts';

const owner = { Cookie: session_cookies.owner, ...sameOrigin };
const member = { Cookie: session_cookies.member, ...sameOrigin };
const html = { Accept: 'text/html' };

test('forms of pages from before, which may still be open, change nothing, and lead to the console', async () => {
  const { id } = await upload();
  const path = { document_id: id };
  const send = (document_id: string, fields: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${base_url}/d/${document_id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...html, ...headers },
      body: new URLSearchParams(fields),
    });

  for (const fields of [{ email: 'ada@example.org', until: '2099-12-31', send_mail: 'true' }, {}]) {
    for (const document_id of [id, `doc_${'0'.repeat(26)}`])
      for (const headers of [owner, member, sameOrigin]) {
        const answer = await send(document_id, { ...fields }, headers);
        expect(answer.status).toBe(410);
        expect(await answer.text()).toContain(`/app/documents/${document_id}`);
      }
    expect((await send('nothing', { ...fields }, owner)).status).toBe(404);
  }
  expect((await call.listDocumentShares({ path })).body.items).toEqual([]);
});

test('the page shows a reader who shared the document with them, until when, and the message', async () => {
  const { id: document_id } = await upload({ as: 'member', fields: { access_level: 'private' } });
  const members = (await call.listOrganizationMembers()).body.items;
  const email = members.find(({ role }) => role === 'owner')?.email ?? '';
  const json = { email, expires_at: '2099-06-30T22:00:00Z', message: 'Please <b>read</b> this.' };

  const share = (await call.createDocumentShare({ as: 'member', path: { document_id }, json })).body;

  const page = await (await fetch(`${base_url}/d/${document_id}`, { headers: { ...html, ...owner } })).text();
  expect(page).toContain(`${share.created_by.name}</bdi> shared this document with you until`);
  expect(page).toContain('30 June 2099');
  expect(page).toContain('Please &lt;b&gt;read&lt;/b&gt; this.');
});

import { expect, test } from 'vitest';
import { call, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { base_url } from '../support/organizations.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const { id: document_id } = await upload({ fields: { access_level: 'public' } });

test('the message about a file under another name says that it must be called payload', async () => {
  const form = uploadForm({ title: 'Contract' }, null);
  form.append('file', new Blob([await makePdf()]), 'contract.pdf');

  const answer = await call.createDocument({ form });

  expect(answer).toMatchObject(refused('unknown_field', 'file'));
  expect(answer.error?.message).toContain('Send the PDF as payload');
});

test('the messages about an id in upper case and a date with a plus sign say what to send', async () => {
  const path = { document_id: document_id.toUpperCase().replace('DOC_', 'doc_') };
  const query = { created_after: '2026-01-31T09:30:00 02:00' };

  const upperCase = await call.getDocument({ path });
  const plus = await call.listDocuments({ query });

  expect(upperCase).toMatchObject(refused('invalid_value', 'document_id'));
  expect(upperCase.error?.message).toContain('lower-case');
  expect(plus).toMatchObject(refused('invalid_value', 'created_after'));
  expect(plus.error?.message).toContain('%2B');
});

test('the message about an expired API key has the time, but only if the secret is right', async () => {
  const expires_at = new Date(Date.now() + 2000).toISOString();
  const { body } = await call.createApiKey({ json: { name: 'Brief', expires_at } });
  const key = 'api_key' in body ? String(body.api_key) : '';
  const ask = (text: string) => call.getMe({ as: null, headers: { Authorization: `Bearer ${text}` } });

  const expired = await eventually(
    () => ask(key),
    ({ status }) => status === 401,
  );
  const guessed = await ask(key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a'));

  expect(expired.problem?.detail).toBe(`The API key expired at ${expires_at}. Use another API key.`);
  expect(expired.headers.get('x-error-code')).toBe('invalid_api_key');
  expect(guessed.problem?.detail).not.toContain(expires_at);
  const page = await fetch(`${base_url}/d/${document_id}`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${key}` },
  });
  expect(await page.text()).toContain(`The API key expired at ${expires_at}.`);
});

import { expect, onTestFinished, test } from 'vitest';
import { ApiError, createClient } from '../../shared/client/index.ts';
import { apiKeys, call, uniqueTitle } from '../support/documents.ts';
import { base_url } from '../support/organizations.ts';
import { change } from '../support/policies.ts';

const client = createClient({ baseUrl: base_url, apiKey: apiKeys.owner, maxRetries: 0 });

/** Returns the error code of a failed call of the client. */
async function codeOf(refused: Promise<unknown>) {
  const error = await refused.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('nothing was refused');
  return error.code;
}

test('a taken name has another code than other wrong names', async () => {
  const name = uniqueTitle('Retention');
  const { id } = await client.createPolicy({ name });
  onTestFinished(async () => void (await change(id, { archived: true })));

  expect(await codeOf(client.createPolicy({ name }))).toBe('name_taken');
  expect(await codeOf(client.createPolicy({ name: 'x'.repeat(256) }))).toBe('invalid_value');
  expect(await codeOf(client.createPolicy({ name: '' }))).toBe('missing_required_field');
});

test('a reused key has another code than a wrong body', async () => {
  const idempotencyKey = crypto.randomUUID();
  const { id } = await client.createPolicy({ name: uniqueTitle('First') }, { idempotencyKey });
  onTestFinished(async () => void (await change(id, { archived: true })));

  const again = client.createPolicy({ name: uniqueTitle('Second') }, { idempotencyKey });

  expect(await codeOf(again)).toBe('idempotency_key_reused');
});

test('a URL to which the service does not deliver has its own code', async () => {
  const refused = client.registerWebhook({
    url: 'https://user:secret@example.com/',
    events: ['document.created'],
  });

  expect(await codeOf(refused)).toBe('url_not_allowed');
});

test('the codes of 401, 403 and 404 are the same in both formats', async () => {
  const missing = `whk_${'0'.repeat(26)}` as const;
  const none = createClient({ baseUrl: base_url, maxRetries: 0 });
  const member = createClient({ baseUrl: base_url, apiKey: apiKeys.member, maxRetries: 0 });

  expect(await codeOf(none.getOrganization())).toBe('missing_api_key');
  expect(await codeOf(none.listDocuments())).toBe('missing_api_key');
  expect(await codeOf(member.listWebhooks())).toBe('insufficient_permissions');
  expect(await codeOf(client.getWebhook({ webhook_id: missing }))).toBe('resource_not_found');
});

test('a malformed JSON body is an invalid value in a problem, and has its own code in an envelope', async () => {
  const headers = { 'Content-Type': 'application/json' };

  const problem = await call.createPolicy({ raw: '{', headers });
  const path = { document_id: `doc_${'0'.repeat(26)}` };
  const envelope = await call.updateDocument({ path, raw: '{', headers });

  expect(problem.headers.get('x-error-code')).toBe('invalid_value');
  expect(envelope.headers.get('x-error-code')).toBe('invalid_json');
});

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

test('a taken name, a reused key and a URL to which the service does not deliver have their own codes', async () => {
  const name = uniqueTitle('Retention');
  const idempotencyKey = crypto.randomUUID();
  const { id } = await client.createPolicy({ name }, { idempotencyKey });
  onTestFinished(async () => void (await change(id, { archived: true })));

  const url = 'https://user:secret@example.com/';
  for (const [refused, code] of [
    [() => client.createPolicy({ name }), 'name_taken'],
    [() => client.createPolicy({ name: 'x'.repeat(256) }), 'invalid_value'],
    [() => client.createPolicy({ name: '' }), 'missing_required_field'],
    [() => client.createPolicy({ name: uniqueTitle('Other') }, { idempotencyKey }), 'idempotency_key_reused'],
    [() => client.registerWebhook({ url, events: ['document.created'] }), 'url_not_allowed'],
  ] as const)
    expect(await codeOf(refused())).toBe(code);
});

test('a malformed JSON body is an invalid value in a problem, and has its own code in an envelope', async () => {
  const headers = { 'Content-Type': 'application/json' };

  const problem = await call.createPolicy({ raw: '{', headers });
  const path = { document_id: `doc_${'0'.repeat(26)}` };
  const envelope = await call.updateDocument({ path, raw: '{', headers });

  expect(problem.headers.get('x-error-code')).toBe('invalid_value');
  expect(envelope.headers.get('x-error-code')).toBe('invalid_json');
});

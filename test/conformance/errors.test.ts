import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { ApiError, createClient } from '../../shared/client/index.ts';
import { gatewayError } from '../../shared/contract/errors.ts';
import { apiKeys, call, uniqueTitle, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { base_url, membersOf, session_cookies } from '../support/organizations.ts';
import { change } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

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

/** Sends any request, without the contract. */
async function ask(
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
) {
  const response = await fetch(base_url + path, {
    ...init,
    headers: { Authorization: `Bearer ${apiKeys.owner}`, ...headers },
  });
  return { response, text: await response.text() };
}

/** Asserts that the body has both formats of specification 7 with the same facts, and that the answer has a request id. */
function expectBothFormats(
  { response, text }: Awaited<ReturnType<typeof ask>>,
  expected: { readonly status: number; readonly title: string; readonly type: string; readonly code: string },
) {
  const { status, title, type, code } = expected;
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
  expect(response.headers.get('x-error-code')).toBe(code);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const { error, ...problem } = z.parse(gatewayError, JSON.parse(text));
  expect(error).toEqual({ type, code, message: problem.detail, param: null, retry_after: null });
  expect(problem).toEqual({
    type: 'about:blank',
    title,
    status,
    detail: expect.stringMatching(/^[A-Z].*\.$/),
  });
}

const notFound = {
  status: 404,
  title: 'Not Found',
  type: 'not_found_error',
  code: 'resource_not_found',
} as const;
const badRequest = { status: 400, title: 'Bad Request', type: 'invalid_request_error' } as const;

// A proxy may decode the slashes before it looks for a route. A path with more slashes has no route.
test.for(['/v1/documents/doc_%2F', '/v1/documents/%2F%2Fevil.example/policies'])(
  'an encoded slash in %s answers 404',
  async (path) => {
    const { response, text } = await ask(path);

    expect([400, 404]).toContain(response.status);
    expect(z.parse(z.object({ error: z.object({ code: z.string() }) }), JSON.parse(text)).error.code).toBe(
      response.status === 400 ? 'invalid_value' : 'resource_not_found',
    );
  },
);

// Threat: A browser takes an error message for a script or a style sheet
test.for<[string, string, Record<string, string>?]>([
  ['POST', '/docs'],
  ['POST', '/v1/openapi.json'],
  ['GET', '/v1'],
  ['GET', '/v2/documents'],
  ['GET', '/v1/Documents'],
  ['GET', '/v1//documents'],
  ['PUT', '/v1/organization/members/usr_00000000000000000000000000'],
  // For the path of an operation, OPTIONS can be a preflight, if the stage has `corsOrigins`. So this path has no operation.
  ['OPTIONS', '/v1/openapi.json'],
  ['GET', '/v1/nothing', { Authorization: 'Bearer nonsense' }],
  ['GET', '/v1/nothing', { Authorization: '', Cookie: session_cookies.owner, Origin: 'https://e.example' }],
  ['GET', '/v1/nothing', { Accept: 'application/problem+json' }],
])('a route that does not exist: %s %s %o', async ([method, path, headers = {}]) => {
  expectBothFormats(await ask(path, { method, headers }), notFound);
});

// GET and POST reach a function, which knows the path. The message of API Gateway is in general words.
test.for<readonly [string, string, RegExp]>([
  ['GET', '/v1/documents//versions', /^The path has an empty part: an id is empty, /],
  ['POST', '/v1/webhooks//test', /^The path has an empty part: an id is empty, /],
  ['GET', '//v1/documents', /^The path has an empty part: an id is empty, /],
  ['PUT', '/v1/documents//access_level', / the path takes other methods, .* or an id is empty\./],
  ['POST', '/v1/me', / the path takes other methods, /],
])('%s %s says what may be wrong with the path', async ([method, path, message]) => {
  const answer = await ask(path, { method });

  expectBothFormats(answer, notFound);
  const { detail } = JSON.parse(answer.text);
  expect(detail).toMatch(message);
  expect(detail).toContain('The API reference is at /docs.');
});

test.for([
  ['GET', '/v1/documents/%E0%A4%A'],
  ['GET', '/v1/documents/%zz/versions'],
  ['PATCH', '/v1/organization/members/%c3%28'],
  ['GET', '/v1/documents?%E0%A4%A=1'],
] as const)('a malformed percent-encoding: %s %s', async ([method, path]) => {
  expectBothFormats(await ask(path, { method }), { ...badRequest, code: 'invalid_value' });
});

test.for([
  ['POST', '/v1/organization', 11, 'application/json'],
  ['PATCH', '/v1/organization/members/usr_00000000000000000000000000', 7, 'application/json'],
  ['POST', '/v1/documents', 5, 'multipart/form-data; boundary=b'],
] as const)(
  'a body that is larger than API Gateway or Lambda takes: %s %s with %i MB of %s',
  async ([method, path, megabytes, contentType]) => {
    const before = await membersOf();
    const body = 'x'.repeat(megabytes * 1024 * 1024);

    const answer = await ask(path, { method, body, headers: { 'Content-Type': contentType } });

    expectBothFormats(answer, { ...badRequest, code: 'file_too_large' });
    expect(await membersOf()).toEqual(before);
  },
);

/** Sends a GET with a raw query, because the client cannot send a parameter twice. */
const get = async (target: string) => {
  const response = await fetch(base_url + target, { headers: { Authorization: `Bearer ${apiKeys.owner}` } });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

test('empty pieces of a query are ignored, and a value without a name is refused', async () => {
  const message = expect.stringContaining('without a name');

  for (const query of ['?&limit=1&', '?&=&'])
    for (const path of ['/v1/documents', '/v1/policies'])
      expect(await get(path + query)).toMatchObject({ status: 200 });
  expect(await get('/v1/documents?limit=1&=x')).toMatchObject({
    status: 400,
    body: { error: { code: 'unknown_field', param: null, message } },
  });
  expect(await get('/v1/policies?limit=1&=x')).toMatchObject({
    status: 422,
    body: { errors: [{ location: 'query', message }] },
  });
});

test('in the problem format, wrong values are listed together with an unknown parameter', async () => {
  expect(await get('/v1/policies?archived=true&archived=false')).toMatchObject({
    status: 422,
    body: { errors: [{ location: 'query.archived', value: ['true', 'false'] }] },
  });

  const answer = await get('/v1/policies?zz=1&zz=2&limit=0&archived=maybe');

  expect(answer).toMatchObject({
    status: 422,
    body: {
      errors: [
        {
          location: 'query.zz',
          message: 'zz is not a query parameter. This operation has limit, cursor, archived.',
          value: ['1', '2'],
        },
        { location: 'query.limit', message: 'limit must be an integer from 1 to 100.', value: '0' },
        { location: 'query.archived', message: 'archived must be one of true, false.', value: 'maybe' },
      ],
    },
  });
});

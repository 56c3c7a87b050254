import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gatewayError } from '../../shared/contract/errors.ts';
import { apiKeys } from '../support/documents.ts';
import { base_url, membersOf, session_cookies } from '../support/organizations.ts';

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

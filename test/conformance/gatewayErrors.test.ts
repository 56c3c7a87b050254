import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gatewayError } from '../../shared/contract/errors.ts';
import { apiKeys } from '../support/documents.ts';
import { base_url, membersOf, session_cookies } from '../support/organizations.ts';

const organizationId = 'org_00000000000000000000000000';

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
test.for([
  '/v1/documents/doc_%2F',
  '/v1/documents/doc_0%2Fversions',
  '/v1/documents/doc_0/versions/ver%2F0',
  '/v1/documents/%2F%2Fevil.example/policies',
])('an encoded slash in %s answers 404', async (path) => {
  const { response, text } = await ask(path);

  expect([400, 404]).toContain(response.status);
  expect(z.parse(z.object({ error: z.object({ code: z.string() }) }), JSON.parse(text)).error.code).toBe(
    response.status === 400 ? 'invalid_value' : 'resource_not_found',
  );
});

describe('a route that does not exist', () => {
  // Threat: A browser takes an error message for a script or a style sheet
  test.for([
    ['POST', '/'],
    ['POST', '/docs'],
    ['POST', '/v1/openapi.json'],
    ['GET', '/v1'],
    ['GET', '/v2/documents'],
    ['GET', '/v1/Documents'],
    ['GET', '/v1/documents/a/b/c'],
    ['GET', '/v1//documents'],
    ['GET', '/documents'],
    ['PUT', '/v1/organization'],
    ['GET', '/v1/organizations'],
    ['PUT', '/v1/organization/members'],
    ['POST', '/v1/organization/members'],
    ['GET', '/v1/organization/members/usr_00000000000000000000000000'],
    ['PUT', '/v1/organization/members/usr_00000000000000000000000000'],
    ['PUT', '/v1/documents'],
    // For the path of an operation, OPTIONS can be a preflight, if the stage has `corsOrigins`. So this path has no operation.
    ['OPTIONS', '/v1/openapi.json'],
  ] as const)('%s %s', async ([method, path]) => {
    expectBothFormats(await ask(path, { method }), notFound);
  });

  test.for<[string, Record<string, string>]>([
    ['no key', { Authorization: '' }],
    ['a wrong key', { Authorization: 'Bearer nonsense' }],
    ['an AWS signature', { Authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c/d/aws4_request, Signature=0' }],
    [
      'a session from elsewhere',
      { Authorization: '', Cookie: session_cookies.owner, Origin: 'https://e.example' },
    ],
    ['a staff header', { 'X-Service-Organization-Id': organizationId }],
    ['a wish for XML', { Accept: 'application/xml' }],
    ['a wish for problems', { Accept: 'application/problem+json' }],
  ])('with %s', async ([, headers]) => {
    expectBothFormats(await ask('/v1/nothing', { headers }), notFound);
  });
});

// GET and POST reach a function, which knows the path. The message of API Gateway is in general words.
test.for<readonly [string, string, RegExp]>([
  ...(['GET', 'POST'] as const).flatMap((method) =>
    ['/v1/documents//versions', '/v1/documents/doc_0//', '/v1/webhooks//test', '//v1/documents'].map(
      (path) => [method, path, /^The path has an empty part: an id is empty, /] as const,
    ),
  ),
  ...(['PUT', 'PATCH', 'DELETE'] as const).map(
    (method) =>
      [
        method,
        '/v1/documents//access_level',
        / the path takes other methods, .* or an id is empty\./,
      ] as const,
  ),
  ['POST', '/v1/me', / the path takes other methods, /],
])('%s %s says what may be wrong with the path', async ([method, path, message]) => {
  const answer = await ask(path, { method });

  expectBothFormats(answer, notFound);
  expect(JSON.parse(answer.text).detail).toMatch(message);
});

describe('a malformed percent-encoding', () => {
  test.for([
    '/v1/documents/%E0%A4%A',
    '/v1/documents/%ff',
    '/v1/documents/%',
    '/v1/documents/%zz/versions',
    '/v1/organization/members/%c3%28',
    '/v1/documents?cursor=%ff',
    '/v1/documents?%E0%A4%A=1',
  ])('%s', async (path) => {
    const method = path.includes('members') ? 'PATCH' : 'GET';

    expectBothFormats(await ask(path, { method }), { ...badRequest, code: 'invalid_value' });
  });
});

describe('a body that is larger than API Gateway or Lambda takes', () => {
  const megabyte = 1024 * 1024;

  test.for([
    ['POST', '/v1/organization', 11, 'application/json'],
    ['POST', '/v1/organization', 7, 'application/json'],
    ['PATCH', '/v1/organization/members/usr_00000000000000000000000000', 7, 'application/json'],
    ['POST', '/v1/documents', 11, 'multipart/form-data; boundary=b'],
    ['POST', '/v1/documents', 5, 'multipart/form-data; boundary=b'],
  ] as const)('%s %s with %i MB of %s', async ([method, path, megabytes, contentType]) => {
    const before = await membersOf();
    const body = 'x'.repeat(megabytes * megabyte);

    const answer = await ask(path, { method, body, headers: { 'Content-Type': contentType } });

    expectBothFormats(answer, { ...badRequest, code: 'file_too_large' });
    expect(await membersOf()).toEqual(before);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { startService } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const app = 'https://app.example.com';
const other = 'http://localhost:5173';
const stranger = 'https://app.example.com.evil.example';
const missing = `doc_${'0'.repeat(26)}`;

const cleanup = new AsyncDisposableStack();
let baseUrl: string;
let call: ReturnType<typeof clientOf>;
beforeAll(async () => {
  const directory = cleanup.use(await temporaryDirectory());
  const service = await startService({ DATA_DIR: directory.path, CORS_ORIGINS: `${app},${other}` });
  cleanup.defer(() => service.stop());
  baseUrl = service.credentials.base_url;
  call = clientOf(service.credentials);
});
afterAll(() => cleanup.disposeAsync());

const from = (origin: string) => ({ headers: { origin } });
const allowedOrigin = ({ headers }: { readonly headers: Headers }) =>
  headers.get('access-control-allow-origin');

test.for([app, other, stranger])('a preflight of %s is answered without a credential', async (origin) => {
  const asked = 'authorization,content-type,idempotency-key,if-match,x-service-organization-id';
  const response = await fetch(`${baseUrl}/v1/documents/${missing}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': asked,
    },
  });

  if (origin === stranger) expect(allowedOrigin(response)).not.toBe(stranger);
  else {
    const { status, headers } = response;
    expect([status, allowedOrigin(response), headers.get('vary')]).toEqual([204, origin, 'Origin']);
    expect(headers.get('access-control-allow-methods')?.split(',')).toContain('PATCH');
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(',');
    expect(allowed).toEqual(expect.arrayContaining(asked.split(',')));
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-max-age')).toBe('7200');
  }
});

test('an answer is readable for pages of a listed origin, headers and errors included', async () => {
  const listed = await call.listDocuments(from(app));
  const answers = [
    [200, listed],
    [401, await call.getDocument({ as: null, path: { document_id: missing }, ...from(app) })],
    [404, await call.updateDocument({ path: { document_id: missing }, json: {}, ...from(app) })],
    [400, await call.registerWebhook({ json: { url: 'relative', events: [] }, ...from(app) })],
    [200, await fetch(`${baseUrl}/v1/openapi.json`, from(app))],
  ] as const;

  for (const [status, answer] of answers)
    expect([answer.status, allowedOrigin(answer)]).toEqual([status, app]);
  expect(listed.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['ETag', 'Location', 'X-Request-Id', 'X-RateLimit-Remaining', 'Retry-After']),
  );
  expect(listed.headers.get('access-control-allow-credentials')).toBeNull();
  expect(listed.headers.get('vary')).toBe('Origin');
});

test('an error of API Gateway is readable from any origin', async () => {
  const answer = await fetch(`${baseUrl}/v1/nothing`, from(app));

  expect([answer.status, allowedOrigin(answer)]).toEqual([404, '*']);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

test.for([stranger, 'null', 'http://app.example.com'])(
  'an answer is not readable for pages of %j',
  async (origin) => {
    const answer = await call.listDocuments(from(origin));

    expect([answer.status, allowedOrigin(answer)]).toEqual([200, null]);
    expect(answer.headers.get('vary')).toBe('Origin');
  },
);

test('a page is not readable for other origins', async () => {
  expect(allowedOrigin(await fetch(`${baseUrl}/docs`, from(app)))).toBeNull();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { type RunningService, startService } from '../../support/service.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const app = 'https://app.example.com';
const other = 'http://localhost:5173';
const stranger = 'https://app.example.com.evil.example';
const missing = `doc_${'0'.repeat(26)}`;

let service: RunningService;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let baseUrl: string;
let call: ReturnType<typeof clientOf>;

beforeAll(async () => {
  directory = await temporaryDirectory();
  service = await startService({ DATA_DIR: directory.path, CORS_ORIGINS: `${app},${other}` });
  baseUrl = service.credentials.base_url;
  call = clientOf(service.credentials);
});

afterAll(async () => {
  await service.stop();
  await directory[Symbol.asyncDispose]();
});

const preflight = (path: string, origin: string, method: string, headers: string) =>
  fetch(baseUrl + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });

describe('a preflight', () => {
  test.for([
    [app, '/v1/documents', 'POST', 'authorization,content-type,idempotency-key'],
    [other, `/v1/documents/${missing}`, 'PATCH', 'authorization,if-match,x-service-organization-id'],
  ] as const)('of %s for %s is answered without a credential', async ([origin, path, method, asked]) => {
    const { status, headers } = await preflight(path, origin, method, asked);

    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-methods')?.split(',')).toContain(method);
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(',');
    expect(allowed).toEqual(expect.arrayContaining(asked.split(',')));
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-max-age')).toBe('7200');
    expect(headers.get('vary')).toBe('Origin');
  });

  test('does not allow another origin', async () => {
    const { headers } = await preflight('/v1/documents', stranger, 'GET', 'authorization');

    expect(headers.get('access-control-allow-origin')).not.toBe(stranger);
  });
});

const from = (origin: string) => ({ headers: { origin } });

describe('an answer', () => {
  test('is readable for pages of a listed origin, headers included', async () => {
    const { headers } = await call.listDocuments(from(app));

    expect(headers.get('access-control-allow-origin')).toBe(app);
    expect(headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        'ETag',
        'Location',
        'X-Request-Id',
        'X-Error-Code',
        'X-RateLimit-Remaining',
        'Retry-After',
      ]),
    );
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toBe('Origin');
  });

  test('is readable also with an error, in both formats', async () => {
    const unauthenticated = await call.getDocument({
      as: null,
      path: { document_id: missing },
      ...from(app),
    });
    const unknown = await call.updateDocument({ path: { document_id: missing }, json: {}, ...from(app) });
    const invalid = await call.registerWebhook({ json: { url: 'relative', events: [] }, ...from(app) });

    for (const [status, answer] of [
      [401, unauthenticated],
      [404, unknown],
      [400, invalid],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('access-control-allow-origin')).toBe(app);
    }
  });

  test('is readable also with an error of API Gateway, from any origin', async () => {
    const { status, headers } = await fetch(`${baseUrl}/v1/nothing`, from(app));

    expect(status).toBe(404);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('is readable for the description of the API', async () => {
    const { headers } = await fetch(`${baseUrl}/v1/openapi.json`, from(app));

    expect(headers.get('access-control-allow-origin')).toBe(app);
    expect(headers.get('vary')).toBe('Accept-Encoding, Origin');
  });

  test.for([stranger, 'null', 'http://app.example.com'])(
    'is not readable for pages of %j',
    async (origin) => {
      const { status, headers } = await call.listDocuments(from(origin));

      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('vary')).toBe('Origin');
    },
  );

  test('is not readable for a page', async () => {
    const { headers } = await fetch(`${baseUrl}/docs`, from(app));

    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { readClientSecret } from '../../../shared/signIn/clientSecret.ts';
import { listening } from '../../support/receivers/listening.ts';

afterEach(() => vi.unstubAllEnvs());

/** Starts a server with GetParameter of Systems Manager. The server checks signatures (AWS, "Create a signed AWS API request"). */
async function startSystemsManager(status: number, answer: object): Promise<{ body: string | undefined }> {
  const seen: { body: string | undefined } = { body: undefined };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    seen.body = body;
    const header = (name: string) => String(request.headers[name] ?? '');
    const [, scope = '', names = '', signature = ''] =
      /^AWS4-HMAC-SHA256 Credential=key-id\/(.*), SignedHeaders=(.*), Signature=(.*)$/.exec(
        header('authorization'),
      ) ?? [];
    const canonical = [
      'POST\n/\n',
      ...names.split(';').map((name) => `${name}:${header(name)}`),
      `\n${names}`,
      createHash('sha256').update(body).digest('hex'),
    ].join('\n');
    const toSign = [
      'AWS4-HMAC-SHA256',
      header('x-amz-date'),
      scope,
      createHash('sha256').update(canonical).digest('hex'),
    ].join('\n');
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const key = scope.split('/').reduce<string | Buffer>(hmac, 'AWS4secret-key');
    const isSigned = hmac(key, toSign).toString('hex') === signature && names.includes('x-amz-target');
    response.writeHead(isSigned ? status : 403).end(JSON.stringify(answer));
  });
  const port = await listening(server);
  onTestFinished(() => void server.close());
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-key');
  vi.stubEnv('AWS_SESSION_TOKEN', 'session-token');
  return seen;
}

test('the secret is the decrypted value of a parameter', async () => {
  const seen = await startSystemsManager(200, { Parameter: { Name: '/oidc', Value: 'the-secret' } });

  await expect(readClientSecret('/oidc')).resolves.toBe('the-secret');
  expect(JSON.parse(seen.body ?? '')).toEqual({ Name: '/oidc', WithDecryption: true });
});

test('the error names a parameter that cannot be read', async () => {
  await startSystemsManager(400, { __type: 'ParameterNotFound' });

  const failure = await readClientSecret('/oidc').catch((error: unknown) => error);

  expect(failure).toMatchObject({ failure: 'failed', cause: { message: expect.stringContaining('/oidc') } });
});

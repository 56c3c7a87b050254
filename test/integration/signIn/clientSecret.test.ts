import { afterEach, expect, test, vi } from 'vitest';
import { readClientSecret } from '../../../shared/signIn/clientSecret.ts';
import { type AnsweringStore, answeringStore, failing } from '../aws/answering.ts';

afterEach(() => vi.unstubAllEnvs());

function useAsSystemsManager({ endpoint }: AnsweringStore): void {
  vi.stubEnv('AWS_ENDPOINT_URL_SSM', endpoint);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-key');
}

test('the secret is the decrypted value of a parameter', async () => {
  await using store = await answeringStore({ Parameter: { Name: '/oidc', Value: 'the-secret' } });
  useAsSystemsManager(store);

  await expect(readClientSecret('/oidc')).resolves.toBe('the-secret');
  const [{ body = '', headers = {} } = {}] = store.take();
  expect(JSON.parse(body)).toEqual({ Name: '/oidc', WithDecryption: true });
  expect(headers['x-amz-target']).toBe('AmazonSSM.GetParameter');
});

test.for([
  ['cannot be read', failing('ParameterNotFound')],
  ['is empty', { body: { Parameter: { Name: '/oidc', Value: '' } } }],
] as const)('the error names a parameter that %s', async ([, answer]) => {
  await using store = await answeringStore();
  store.answers = [answer];
  useAsSystemsManager(store);

  const failure = await readClientSecret('/oidc').catch((error: unknown) => error);

  expect(failure).toMatchObject({ failure: 'failed', cause: { message: expect.stringContaining('/oidc') } });
});

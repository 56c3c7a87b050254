import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { directoryOfTests } from '../../support/ownDirectory.ts';
import { makeCertificate, openReceiver, type Receiver } from '../../support/receivers/receiver.ts';

let receiver: Receiver;
const directory = directoryOfTests();
beforeAll(async () => {
  receiver = await openReceiver();
  await writeFile(join(directory, 'certificate.pem'), receiver.certificate.cert);
});
afterAll(() => receiver.close());

/** Resolves with the result of `post` in a process with these variables. Node reads the variables only when a process starts. */
async function sendWith(variables: Readonly<Record<string, string>>, url: string): Promise<unknown> {
  const module = new URL('../../../shared/webhooks/post.ts', import.meta.url).href;
  const script = `
    const { post } = await import(${JSON.stringify(module)});
    const request = { url: ${JSON.stringify(url)}, headers: {}, body: '{}', allowPrivateTargets: true };
    console.log(JSON.stringify(await post(request)));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { NODE_EXTRA_CA_CERTS: join(directory, 'certificate.pem'), ...variables },
  });
  return JSON.parse(stdout);
}

test('variables that name a proxy have no effect', async () => {
  const proxy = await openReceiver();
  const { origin } = new URL(proxy.url);
  const variables = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: origin, https_proxy: origin };

  expect(await sendWith(variables, receiver.url)).toMatchObject({ kind: 'answered', status: 204 });

  expect(proxy.connections).toBe(0);
  await proxy.close();
});

test('a variable turns off the verification of certificates only when private targets are allowed', async () => {
  const other = await openReceiver({ certificate: await makeCertificate() });

  expect(await sendWith({}, other.url)).toMatchObject({ error: 'tls' });
  expect(other.received).toHaveLength(0);
  expect(await sendWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, other.url)).toMatchObject({ status: 204 });
  await other.close();
});

import { type ChildProcess, fork } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test } from 'vitest';
import { certificateFile, certificateKeyFile, provideCertificate } from '../certificate.ts';
import { lambdaFunction, restApi, writeAssembly } from './fixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

describe('the certificate for servers on this machine', () => {
  test('is for localhost by name and address, valid for years, and only its owner can read its key', async () => {
    const directory = directoryOfTest();

    const pem = await provideCertificate(directory);

    const certificate = new X509Certificate(pem);
    expect(readFileSync(join(directory, certificateFile), 'utf8')).toBe(pem);
    expect(statSync(join(directory, certificateKeyFile)).mode & 0o777).toBe(0o600);
    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(certificate.checkIP('::1')).toBe('::1');
    expect(certificate.checkHost('example.com')).toBeUndefined();
    expect(certificate.ca).toBe(false);
    expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now() + 3 * 365 * dayMilliseconds);
    expect(certificate.validFromDate.getTime()).toBeLessThan(Date.now());
  });

  test('is kept until shortly before it expires', async () => {
    const directory = directoryOfTest();
    const now = Date.now();
    const first = await provideCertificate(directory, now);
    const end = new X509Certificate(first).validToDate.getTime();

    expect(await provideCertificate(directory, now)).toBe(first);
    expect(await provideCertificate(directory, end - 31 * dayMilliseconds)).toBe(first);
    const second = await provideCertificate(directory, end - 29 * dayMilliseconds);
    expect(second).not.toBe(first);
    expect(await provideCertificate(directory, end + dayMilliseconds)).toBe(second);
  });

  test.for([
    ['half a certificate', certificateFile, (pem: string) => pem.slice(0, 200)],
    ['half a key', certificateKeyFile, (pem: string) => pem.slice(0, 100)],
    ['nothing', certificateKeyFile, () => ''],
  ] as const)('is made again when there is %s', async ([, file, damage]) => {
    const directory = directoryOfTest();
    await provideCertificate(directory);
    const path = join(directory, file);
    writeFileSync(path, damage(readFileSync(path, 'utf8')));

    const certificate = new X509Certificate(await provideCertificate(directory));

    expect(certificate.checkHost('localhost')).toBe('localhost');
    expect(await provideCertificate(directory)).toBe(certificate.toString());
  });
});

/** Starts an HTTPS server that answers with the given name. */
async function serve(name: string, pems: { cert: string; key: string }): Promise<number> {
  const server = createServer(pems, (_request, response) => response.end(name));
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const certified = async (name: string) => {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  return { cert: made.cert, key: made.private };
};

const handlers = {
  Get: `const https = require('node:https');
  exports.handler = ({ body }) => new Promise((resolve) => {
    https.get(body, { agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ statusCode: 200, body: text });
    }).on('error', ({ code }) => resolve({ statusCode: 200, body: code }));
  });`,
};

/** Starts a host in a separate process, because Node.js reads the trusted certificates from the environment when it starts. */
async function startHost(
  dataDirectory: string,
  extraCertificates: string,
): Promise<{ get(url: string): Promise<string> }> {
  const assembly = writeAssembly(join(dataDirectory, 'assembly'), {
    handlers,
    resources: { Get: lambdaFunction('Get'), ...restApi({ 'POST /get': 'Get' }) },
  });
  const child: ChildProcess = fork(new URL('./hostProcess.ts', import.meta.url), {
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: extraCertificates,
      ASSEMBLY: assembly,
      DATA_DIRECTORY: dataDirectory,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  const [baseUrl] = (await once(child, 'message')) as [string];
  return { get: async (url) => (await fetch(`${baseUrl}/get`, { method: 'POST', body: url })).text() };
}

describe('a function', () => {
  test('trusts the local certificate and those of NODE_EXTRA_CA_CERTS, and no others', async () => {
    const directory = directoryOfTest();
    const extra = await certified('extra');
    writeFileSync(join(directory, 'extra.pem'), extra.cert);
    const host = await startHost(directory, join(directory, 'extra.pem'));
    const receiver = await serve('receiver', {
      cert: readFileSync(join(directory, certificateFile), 'utf8'),
      key: readFileSync(join(directory, certificateKeyFile), 'utf8'),
    });
    const company = await serve('company', extra);
    const stranger = await serve('stranger', await certified('stranger'));

    expect(await host.get(`https://localhost:${receiver}/`)).toBe('receiver');
    expect(await host.get(`https://127.0.0.1:${receiver}/`)).toBe('receiver');
    expect(await host.get(`https://[::1]:${receiver}/`)).toBe('receiver');
    expect(await host.get(`https://localhost:${company}/`)).toBe('company');
    expect(await host.get(`https://127.0.0.1:${company}/`)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(await host.get(`https://localhost:${stranger}/`)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });
});

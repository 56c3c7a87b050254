import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { generate } from 'selfsigned';
import { region, rootKey } from './account.ts';
import { emulatorPort } from './emulator.ts';
import { Rehearsal, repository } from './rehearsal.ts';

/** npm removes this folder with the packages, and the project's tools ignore it. */
const defaultFolder = join(repository, 'node_modules/.cache/rehearsal');

/** Makes the folder, the certificate, and the environment of all processes of a rehearsal, including this process. */
export async function prepareRehearsal(): Promise<Rehearsal> {
  const folder = process.env.REHEARSAL_DIR ?? defaultFolder;
  for (const name of ['logs', 'assemblies', 'temporary'])
    await rm(join(folder, name), { recursive: true, force: true }).then(() =>
      mkdir(join(folder, name), { recursive: true }),
    );
  const certificate = await generate([{ name: 'commonName', value: 'rehearsal' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: `*.execute-api.${region}.amazonaws.com` },
          { type: 2, value: `cognito-idp.${region}.amazonaws.com` },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const certificateFile = join(folder, 'certificate.pem');
  const keyFile = join(folder, 'key.pem');
  await writeFile(certificateFile, certificate.cert);
  await writeFile(keyFile, certificate.private, { mode: 0o600 });
  tls.setDefaultCACertificates([...tls.getCACertificates(), certificate.cert]);

  Object.assign(process.env, {
    PATH: [join(repository, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    TMPDIR: join(folder, 'temporary'),
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('names.ts', import.meta.url))}`,
    NODE_EXTRA_CA_CERTS: certificateFile,
    // The CDK's command line reads this variable.
    AWS_CA_BUNDLE: certificateFile,
    AWS_ENDPOINT_URL: `https://localhost:${emulatorPort}`,
    // If the endpoint is an IP address, the SDK puts the bucket into the path, otherwise into the host name.
    AWS_ENDPOINT_URL_S3: `https://127.0.0.1:${emulatorPort}`,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: rootKey.accessKeyId,
    AWS_SECRET_ACCESS_KEY: rootKey.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
    CI: 'true',
    // Each worker of vitest needs a process of the emulator, and two cores can run only a few.
    VITEST_MAX_WORKERS: '2',
  });
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'BASE_URL', 'CREDENTIALS'])
    delete process.env[name];
  return new Rehearsal({
    folder,
    tls: { certificateFile, keyFile, certificate: certificate.cert, key: certificate.private },
    environment: process.env,
  });
}

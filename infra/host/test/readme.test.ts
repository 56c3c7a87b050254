import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from './fixture.ts';
import { directoryOfTest } from './ownDirectory.ts';

const ourFolder = dirname(import.meta.dirname);
const readme = readFileSync(join(ourFolder, 'README.md'), 'utf8');

/** The packages of the foreign app. npm would install copies of them. */
const packages = [
  'aws-cdk-lib',
  'constructs',
  '@aws-sdk/client-dynamodb',
  '@aws-sdk/client-s3',
  '@aws-sdk/client-sqs',
];

/** Makes the folder of a foreign app, with its packages and its cloud assembly. */
function foreignApp(): string {
  const folder = directoryOfTest();
  cpSync(join(import.meta.dirname, 'foreignApp'), folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules', '@aws-sdk'), { recursive: true });
  const link = (name: string, target: string) => symlinkSync(target, join(folder, 'node_modules', name));
  const { resolve } = createRequire(import.meta.url);
  for (const name of packages) link(name, dirname(resolve(`${name}/package.json`)));
  // `npm install` links a folder, too.
  link('assembly-host', ourFolder);
  const env = { ...process.env, CDK_OUTDIR: 'cdk.out' };
  execFileSync(process.execPath, ['app.ts'], { cwd: folder, env, stdio: 'pipe' });
  return folder;
}

test('five lines host an app with an API, a table, a queue with a worker, and a bucket', async () => {
  const [, lines = ''] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
  expect(lines.trimEnd().split('\n')).toHaveLength(5);
  const folder = foreignApp();
  writeFileSync(join(folder, 'host.mjs'), lines);

  const host = spawn(process.execPath, ['host.mjs'], { cwd: folder, env: { ...process.env, PORT: '0' } });
  onTestFinished(async () => {
    host.kill('SIGKILL');
    if (host.exitCode === null && host.signalCode === null) await once(host, 'exit');
  });
  const [line] = await once(createInterface(host.stdout), 'line');
  const [baseUrl] = /http:\S+/.exec(line) ?? [];

  const created = await fetch(`${baseUrl}/notes`, { method: 'POST', body: 'Grüße' });
  expect(created.status).toBe(202);
  const id = await created.text();
  const note = await eventually(async () => {
    const answer = await fetch(`${baseUrl}/notes/${id}`);
    return answer.status === 404 ? undefined : answer.json();
  });
  expect(note).toEqual({ text: 'Grüße', length: 5 });
});

import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const probe = fileURLToPath(new URL('../../infra/observability/probe.mjs', import.meta.url));
const { base_url: baseUrl, api_keys: keys } = inject('credentials');

/** Runs a copy of the probe, as an operator does on another machine. */
async function run(address: string, apiKey?: string) {
  await using machine = await temporaryDirectory();
  const copy = join(machine.path, 'probe.mjs');
  await copyFile(probe, copy);
  const env = apiKey === undefined ? {} : { PROBE_API_KEY: apiKey };
  return await promisify(execFile)(process.execPath, [copy, address], { cwd: machine.path, env });
}

test.for([
  ['without a key', undefined],
  ['with a key', keys.owner],
] as const)('the probe reports a healthy service %s', async ([, apiKey]) => {
  const { stdout, stderr } = await run(baseUrl, apiKey);

  expect(stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z ok: http\S+\n$/);
  expect(stderr).toBe('');
});

test.for([
  [
    'a port on which nobody listens',
    'http://127.0.0.1:9',
    undefined,
    /DOWN: .* does not answer as it should: /,
  ],
  [
    'a key that the service refuses',
    baseUrl,
    `${keys.owner}x`,
    /DOWN: \S+\/v1\/documents\?limit=1 answers 401$/m,
  ],
] as const)('the probe fails with a reason: %s', { concurrent: true }, async ([, address, apiKey, line]) => {
  await expect(run(address, apiKey)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(line) });
});

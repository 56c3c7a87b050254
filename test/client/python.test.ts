import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const { base_url, api_keys } = inject('credentials');
const run = promisify(execFile);
const fixture = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The environment is kept between runs, because the installation takes longer than all tests of this file. */
const environment = fixture('../../node_modules/.cache/openapi-python-client-0.29.1');
const python = join(environment, 'bin/python');

/** If PyPI is slow, the installation ends after this time, and the tests are skipped. */
const installMilliseconds = 60_000;

/** Returns the reason why these tests are skipped: no Python, or no packages. Returns an empty text if the tests can run. */
function missing(): string {
  if (existsSync(join(environment, 'bin/openapi-python-client'))) return '';
  try {
    execFileSync('python3', ['-m', 'venv', environment], { stdio: 'pipe' });
    const packages = ['install', '--quiet', '--disable-pip-version-check', 'openapi-python-client==0.29.1'];
    execFileSync(python, ['-m', 'pip', ...packages], { stdio: 'pipe', timeout: installMilliseconds });
    return '';
  } catch (error) {
    return `(skipped: openapi-python-client cannot be installed: ${String(error).split('\n')[0]})`;
  }
}

const reason = missing();

describe.skipIf(reason)(`a Python client made from the OpenAPI document ${reason}`, () => {
  test('creates a document, reads it and finds it in the list', async () => {
    await using directory = await temporaryDirectory();
    const made = join(directory.path, 'made');

    const generate = ['generate', '--url', `${base_url}/v1/openapi.json`, '--output-path', made];
    const generated = await run(join(environment, 'bin/openapi-python-client'), generate, {
      env: { ...process.env, PATH: `${join(environment, 'bin')}:${process.env.PATH}` },
    });
    const script = [
      fixture('./tryPythonClient.py'),
      base_url,
      api_keys.owner,
      fixture('../fixtures/pdf/plain.pdf'),
    ];
    const { stdout } = await run(python, script, { env: { ...process.env, PYTHONPATH: made } });

    expect(generated.stdout + generated.stderr).not.toMatch(/warning|error/i);
    expect(JSON.parse(stdout)).toEqual({
      created: { title: 'From Python', processing_status: 'processing', access_level: 'private' },
      read: 'From Python',
      isListed: true,
      refused: 'resource_not_found',
    });
  });
});

/**
 * `npm run fuzz` starts a service, and lets schemathesis test the service by its OpenAPI document, with one seed after another until enough
 * requests were sent. Without Python or a package index, the run is skipped, and the output says so.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService, withoutRateLimits } from '../support/service.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const version = '4.32.5';
const here = fileURLToPath(new URL('.', import.meta.url));
const environment = fileURLToPath(new URL('../../node_modules/.cache/schemathesis', import.meta.url));
const schemathesis = join(environment, 'bin/st');

/** Runs a program and passes on its output. Resolves with its exit code (null if there is none) and its output. */
async function run(
  program: string,
  argv: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
) {
  const child = spawn(program, argv, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  child.on('error', () => {});
  const [code]: (number | null)[] = await once(child, 'close');
  return { code, output };
}

/** Returns whether schemathesis is installed, or could be installed. */
async function install(): Promise<boolean> {
  if (existsSync(schemathesis)) return true;
  const made = await run('python3', ['-m', 'venv', environment]);
  if (made.code !== 0) return false;
  const pip = join(environment, 'bin/pip');
  return (await run(pip, ['install', '--quiet', `schemathesis==${version}`])).code === 0;
}

/** Sends at least this number of requests, a few thousand with each seed. Resolves with the numbers of requests and of failed runs. */
async function test(wanted: number): Promise<{ sent: number; failed: number }> {
  await using directory = await temporaryDirectory();
  const service = await startService({
    DATA_DIR: directory.path,
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'false',
    ...withoutRateLimits,
  });
  try {
    const { base_url, api_keys, organization_id, policy_ids, user_ids } = service.credentials;
    const values: Readonly<Record<string, string | undefined>> = {
      OWNER_KEY: api_keys.owner,
      STAFF_KEY: api_keys.staff,
      MEMBER_ID: user_ids.member,
      ORGANIZATION_ID: organization_id,
      POLICY_ID: policy_ids[0],
    };
    const template = readFileSync(join(here, 'schemathesis.toml'), 'utf8');
    const configuration = join(directory.path, 'schemathesis.toml');
    writeFileSync(
      configuration,
      template.replace(/\$\{(\w+)\}/g, (_, name) => values[name] ?? ''),
    );
    const env = { ...process.env, PYTHONPATH: here, PDF: join(here, '../fixtures/pdf/plain.pdf') };
    const result = { sent: 0, failed: 0 };
    const document = `${base_url}/v1/openapi.json`;
    // In a fresh clone the first answer waits for its function, and schemathesis waits for ten seconds only.
    await fetch(document);
    for (let seed = 1; result.sent < wanted; seed++) {
      const argv = ['--config-file', configuration, 'run', document, '--seed', String(seed)];
      const { code, output } = await run(schemathesis, argv, { env, cwd: directory.path });
      const sent = Number(/(\d+) generated/.exec(output)?.[1] ?? 0);
      result.sent += sent;
      if (code !== 0) result.failed++;
      if (sent === 0) break;
    }
    return result;
  } finally {
    await service.stop();
  }
}

const wanted = Number(process.argv[2] ?? 20_000);
if (await install()) {
  const { sent, failed } = await test(wanted);
  process.stdout.write(`\n${sent} requests, ${failed} runs with failures.\n`);
  process.exitCode = failed === 0 && sent >= wanted ? 0 : 1;
} else process.stdout.write('Skipped: schemathesis needs Python 3 with venv, and a package index.\n');

import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lockfile from '../../package-lock.json' with { type: 'json' };
import { release as releaseOfClient } from '../../shared/client/index.ts';
import { release } from '../../shared/contract/release.ts';
import { openApiDocument } from '../../shared/openapi/document.ts';
import { coldStart } from '../../shared/runtime/coldStart.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const page = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('the package, its lockfile, the client, the changelog and the front page have the version of the release', () => {
  const [, newest] = /^## (\S+) - /m.exec(page('CHANGELOG.md')) ?? [];
  const [, shown] = /^Version (\S+) /m.exec(page('README.md')) ?? [];

  expect([
    manifest.version,
    lockfile.version,
    lockfile.packages[''].version,
    releaseOfClient,
    newest,
    shown,
  ]).toEqual(Array(6).fill(release));
});

test('a function logs the release at its cold start', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.stubEnv('LOG_LEVEL', 'INFO');

  coldStart();

  expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toMatchObject({
    level: 'INFO',
    message: 'cold start',
    release,
  });
});

test('the version in OpenAPI is the version of the contract', () => {
  expect(openApiDocument().info.description).toContain(
    'The version of this document (`info.version`) is the version of the contract. It is not the release of the service',
  );
});

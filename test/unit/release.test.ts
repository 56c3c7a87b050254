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

test('the package, its lockfile, the client and the changelog have the version of the release', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const [, newest] = /^## (\S+) - /m.exec(changelog) ?? [];

  expect([
    manifest.version,
    lockfile.version,
    lockfile.packages[''].version,
    releaseOfClient,
    newest,
  ]).toEqual(Array(5).fill(release));
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

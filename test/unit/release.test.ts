import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import host from '../../infra/host/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import lockfile from '../../package-lock.json' with { type: 'json' };
import { release as releaseOfClient } from '../../shared/client/index.ts';
import { release } from '../../shared/contract/release.ts';
import { coldStart } from '../../shared/runtime/coldStart.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Returns the entries whose keys another object has too. */
const common = (entries: Readonly<Record<string, string>>, other: object) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => name in other));

const page = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('the package, the package of the host, the lockfile, the client, the changelog and the front page have the version of the release', () => {
  const [, newest] = /^## (\S+) - /m.exec(page('CHANGELOG.md')) ?? [];
  const [, shown] = /^Version (\S+) /m.exec(page('README.md')) ?? [];

  expect([
    manifest.version,
    host.version,
    lockfile.version,
    lockfile.packages[''].version,
    releaseOfClient,
    newest,
    shown,
  ]).toEqual(Array(7).fill(release));
});

test('the service and its host use the same version of a package', () => {
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(versions).toMatchObject(common(host.dependencies, versions));
  expect(versions).toMatchObject(common(host.devDependencies, versions));
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

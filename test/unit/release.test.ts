import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import host from '../../infra/host/package.json' with { type: 'json' };
import manifest from '../../package.json' with { type: 'json' };
import lockfile from '../../package-lock.json' with { type: 'json' };
import { release as releaseOfClient } from '../../shared/client/index.ts';
import { release } from '../../shared/contract/release.ts';

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

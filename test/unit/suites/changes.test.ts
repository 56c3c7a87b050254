import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastRelease } from '../../suites/lastRelease.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const head = '# Changelog\n\n## Unreleased\n';
const headings = ['## 1.1.0 - 2026-12-01\n', '## 1.0.0 - 2026-11-26\n', '## 0.2.0 - 2026-11-22\n'];
/** The text of the changelog after the last `count` releases. */
const changelog = (count: number): string => [head, ...headings.slice(-count)].join('\n');

/** A repository in a temporary folder. `commit` changes its changelog and returns the commit. */
async function repository() {
  const directory = await temporaryDirectory();
  const { path } = directory;
  const git = (...argv: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...argv], {
      cwd: path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '--quiet');
  return {
    path,
    git,
    commit: (text: string): string => {
      writeFileSync(join(path, 'CHANGELOG.md'), text);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', 'A change');
      return git('rev-parse', 'HEAD');
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}

test('the base is the last tag of a release or, without a tag, the commit of the last release in the changelog', async () => {
  await using made = await repository();
  expect(lastRelease(made.path), 'without a commit').toBeUndefined();
  made.commit(head);
  expect(lastRelease(made.path), 'without a release').toBeUndefined();
  const first = made.commit(changelog(1));
  expect(lastRelease(made.path), 'the first release is compared with nothing').toBeUndefined();
  made.commit(`${changelog(1)}Corrected.\n`);
  expect(lastRelease(made.path)).toBe(first);
  const second = made.commit(changelog(2));
  expect(lastRelease(made.path), 'a release is compared with the one before').toBe(first);

  made.git('tag', 'v1.0.1', first);
  made.git('tag', '--annotate', '--message', 'A release', 'v1.0.2', second);
  expect(lastRelease(made.path), 'a tagged release is compared with the one before').toBe(first);
  made.commit(changelog(3));
  expect(lastRelease(made.path)).toBe(second);
});

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Returns the commit of the last release before the commit that is checked out: the last tag of a release or, without a tag, the commit that
 * added the newest version to CHANGELOG.md. Undefined if neither is known, as in a clone that lacks this commit.
 */
export function lastRelease(repository: string): string | undefined {
  const git = (...argv: string[]): string | undefined => {
    try {
      return execFileSync('git', argv, {
        cwd: repository,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    } catch {
      return undefined;
    }
  };
  const head = git('rev-parse', 'HEAD');
  if (head === undefined) return undefined;

  const commitOfTag = (from: string): string | undefined => {
    const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*.[0-9]*.[0-9]*', from);
    return tag && git('rev-parse', `${tag}^{commit}`);
  };
  // The commit of a release is compared with the release before.
  const tagged = commitOfTag('HEAD');
  const earlier = tagged === head ? commitOfTag('HEAD^') : tagged;
  if (earlier !== undefined) return earlier;

  const boundary = new Set(shallowCommits(repository, git('rev-parse', '--git-path', 'shallow')));
  const changelog = git('show', 'HEAD:CHANGELOG.md') ?? '';
  for (const [heading] of changelog.matchAll(/^## \d+\.\d+\.\d+ - .*$/gm)) {
    const adding = git('log', '--format=%H', `-S${heading}`, '--', 'CHANGELOG.md')?.split('\n').at(-1);
    // The oldest commit of a shallow clone seems to add everything.
    if (!adding || boundary.has(adding)) return undefined;
    if (adding !== head) return adding;
  }
  return undefined;
}

function shallowCommits(repository: string, path: string | undefined): string[] {
  const file = path === undefined ? undefined : resolve(repository, path);
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

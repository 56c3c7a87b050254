import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { knownFailures } from '../knownFailures.ts';
import type { Rehearsal } from '../rehearsal.ts';

/** Runs the conformance tests. Throws if the failed tests differ from the emulator's known failures. */
export async function conform(rehearsal: Rehearsal): Promise<string> {
  const credentials = join(rehearsal.folder, 'credentials.json');
  const report = join(rehearsal.logs, 'conformance.xml');
  await rm(credentials, { force: true });
  await rm(report, { force: true });
  await rehearsal.admin('conformance', 'prepare', '--output', credentials);
  const tests = ['test/conformance/main.ts', '--credentials', credentials, '--junit', report];
  // The run ends with 1 when a test fails. Without a report, the run did not begin.
  const ending = await rehearsal.run('node', ...tests).catch((error: Error) => error);
  const cases = await readCases(report).catch(() => {
    throw ending;
  });
  await rehearsal.admin('conformance', 'remove', '--yes', credentials);

  const listed = knownFailures.flatMap((known) => known.tests);
  const failed = cases.filter(({ isFailed }) => isFailed).map(({ name }) => name);
  const findings = [
    ...failed
      .filter((name) => !listed.some((known) => known.test(name)))
      .map((name) => `It fails, and is not listed: ${name}`),
    ...listed
      .filter((known) => !failed.some((name) => known.test(name)))
      .map((known) => `It is listed, and no such test fails: ${known}`),
  ];
  if (findings.length > 0) throw new Error(findings.join('\n'));
  return `${cases.length - failed.length} tests pass; ${failed.length} fail as the emulator's list says`;
}

/** Returns the tests of a report that were not skipped, by their names in the conformance run. */
async function readCases(path: string) {
  const xml = await readFile(path, 'utf8');
  return xml.split('<testsuite ').flatMap((suite) => {
    const file = /^name="([^"]*)\.test\.ts"/.exec(suite)?.[1];
    if (file === undefined) return [];
    return [...suite.matchAll(/<testcase [^>]*? name="([^"]*)"[^>]*>(.*?)<\/testcase>/gs)].flatMap(
      ([, name = '', content = '']) =>
        content.includes('<skipped')
          ? []
          : [{ name: `${basename(file)} > ${plain(name)}`, isFailed: content.includes('<failure') }],
    );
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string => text.replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);

/**
 * Runs all tests, or the tests in the named files. For each grant of a function, records in `table.json` a test file that uses the grant.
 * Fails if a grant has no file.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readTable, repository, testedGrants, writeTable } from './table.ts';
import { chooseFiles, usedGrants } from './usedGrants.ts';

/**
 * The folders whose tests run functions, best first. Tests that run functions in their own process fail as soon as a function lacks a
 * permission. Tests of pages come last, because they are skipped without a browser.
 */
const folders = ['integration', 'webhooks', 'conformance', 'faults', 'browser'];

/** Files run one after the other. So each recorded grant belongs to the file that ran at the time. */
const vitest = 'vitest run --config test/vitest.config.ts --maxWorkers 1 --reporter dot'.split(' ');

const directory = mkdtempSync(join(tmpdir(), 'grants-'));
try {
  const usedFile = join(directory, 'used');
  const reportFile = join(directory, 'report.json');
  const given = process.argv.slice(2);
  const files = given.length > 0 ? given : folders.map((folder) => `test/${folder}/`);
  const { status } = spawnSync(
    'npx',
    [...vitest, '--reporter', 'json', '--outputFile.json', reportFile, '--project', '!judge', ...files],
    { cwd: repository, stdio: 'inherit', env: { ...process.env, USED_GRANTS_FILE: usedFile } },
  );
  const seconds = secondsOfPassed(readFileSync(reportFile, 'utf8'));
  const used = [...usedGrants(readFileSync(usedFile, 'utf8'), repository)]
    .filter(([file]) => seconds.has(file))
    .sort(([a], [b]) => rankOf(a) - rankOf(b) || (seconds.get(a) ?? 0) - (seconds.get(b) ?? 0));
  const grants = [...(await testedGrants()).keys()];
  const table = chooseFiles(grants, readTable(), new Map(used));
  writeTable(table);
  const unused = grants.filter((grant) => table[grant] === undefined);
  console.log(`${grants.length} grants, of which ${unused.length} have no test:`);
  for (const grant of unused) console.log(`  ${grant}`);
  if (status !== 0) console.log('Tests failed. Nothing was recorded for their files.');
  if (status !== 0 || unused.length > 0) process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true });
}

function rankOf(file: string): number {
  return folders.findIndex((folder) => file.startsWith(`test/${folder}/`));
}

/** Returns the duration of each file whose tests all passed. */
function secondsOfPassed(report: string): Map<string, number> {
  const { testResults } = JSON.parse(report) as {
    testResults: { name: string; status: string; startTime: number; endTime: number }[];
  };
  return new Map(
    testResults
      .filter(({ status }) => status === 'passed')
      .map(({ name, startTime, endTime }) => [relative(repository, name), (endTime - startTime) / 1000]),
  );
}

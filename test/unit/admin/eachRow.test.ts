import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputTo } from '../../../infra/admin/commandLine/output.ts';
import { Refusal } from '../../../infra/admin/commandLine/refusal.ts';
import { eachRow } from '../../../infra/admin/users/eachRow.ts';
import { FailedRows } from '../../../infra/admin/users/failedRows.ts';
import type { FileRow, PeopleFile } from '../../../infra/admin/users/peopleFile.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { directoryOfTest } from '../../support/ownDirectory.ts';

function fileOf(directory: string, count: number): PeopleFile {
  const rows = Array.from({ length: count }, (_, index): FileRow => {
    const email = `person${index}@example.com`;
    return { line: index + 2, fields: [email], email, fault: undefined };
  });
  return { path: join(directory, 'people.csv'), columns: ['email'], rows, repeated: 0, isMarked: false };
}

function opened(count: number) {
  const file = fileOf(directoryOfTest(), count);
  const failed = new FailedRows(file);
  const printed: string[] = [];
  const sink = { write: (text: string) => printed.push(text) };
  const output = outputTo({ stdout: sink, stderr: sink }, false);
  const failures = () => readFileSync(failed.path, 'utf8');
  return { file, failed, failures, printed, output };
}

test('stops at an error that is not about a row, says how far it came, and keeps the failures so far', async () => {
  const { file, failed, failures, output } = opened(50);
  const called: number[] = [];

  const running = eachRow(file, { output, failed }, async ({ line }) => {
    called.push(line);
    if (line === 3) throw new Refusal('no person of Evil;=HYPERLINK("x")');
    if (line === 4) throw new ConflictError();
    if (line === 25) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  });

  await expect(running).rejects.toThrow(
    /^The command stopped after 20 of 50 rows of .*people\.csv\. .*ECONNREFUSED.* Run it again: what is done counts as done\. .*people\.failed\.csv has the rows that failed until then\.$/,
  );
  expect(called).toHaveLength(30);
  expect(failures().split('\r\n')).toEqual([
    'email,reason',
    `person1@example.com,"line 3: no person of Evil;'=HYPERLINK(""x"")"`,
    'person2@example.com,"line 4: other requests keep changing the same records. Not done, or done in part: run it again"',
    '',
  ]);
});

test('keeps the failures of an earlier run until a row fails, or all are done', async () => {
  const { file, failed, failures, output } = opened(1);
  const corrected = 'email,reason\r\nada@example.com,line 2: corrected\r\n';
  writeFileSync(failed.path, corrected);
  const runs = (act: () => Promise<void>) => eachRow(file, { output, failed: new FailedRows(file) }, act);

  await expect(runs(() => Promise.reject(new Error('no network')))).rejects.toThrow(/counts as done\.$/);
  expect(failures()).toBe(corrected);

  await runs(() => Promise.reject(new Refusal('no')));
  expect(failures()).toBe('email,reason\r\nperson0@example.com,line 2: no\r\n');

  await runs(async () => {});
  expect(existsSync(failed.path)).toBe(false);
});

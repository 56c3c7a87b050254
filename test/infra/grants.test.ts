import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allGrants, readTable, repository } from '../grants/table.ts';
import { untested } from '../grants/untested.ts';
import { chooseFiles } from '../grants/usedGrants.ts';

const recordIt = 'npm run grants -- FILE records a test file that needs it; without a file, all are run.';

const table = readTable();

// Threat: An attacker controls a function
test('every grant of a function has a test file or a reason, and no others have', async () => {
  const grants = [...(await allGrants()).keys()];

  expect(
    grants.filter((grant) => !(grant in table) && !(grant in untested)),
    recordIt,
  ).toEqual([]);
  expect(
    Object.keys({ ...table, ...untested }).filter((grant) => !grants.includes(grant)),
    recordIt,
  ).toEqual([]);
});

test('the test files of the table exist', () => {
  expect(
    Object.values(table)
      .flat()
      .filter((file) => !existsSync(join(repository, file))),
    recordIt,
  ).toEqual([]);
});

test('a file stays in the table while it uses the grant, or did not run', () => {
  const used = new Map([
    ['quick', new Set(['read', 'write', 'new'])],
    ['slow', new Set(['read', 'new'])],
    ['slower', new Set(['new'])],
    ['slowest', new Set(['new'])],
  ]);
  const before = { read: ['slow'], write: ['slow'], send: ['other', 'slow'], gone: ['slow'] };

  expect(chooseFiles(['new', 'read', 'send', 'unused', 'write'], before, used)).toEqual({
    new: ['quick', 'slow', 'slower'],
    read: ['slow'],
    send: ['other'],
    write: ['quick'],
  });
});

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryOfTest } from '../support/ownDirectory.ts';
import { largest, synthesizeStage } from './synthesized.ts';

/** The exit code of a launcher, such as pyenv's, that does not find the command. */
const commandNotFound = 127;

/** Releases of cfn-lint before 1.58 do not know collections of a search engine that scale to zero. */
const outdated = /'Generation' was unexpected|E3034 0 is less than the minimum of 1$/;

const { templates } = synthesizeStage(largest);

test('no template has errors of cfn-lint (pip install cfn-lint), if that is installed', {
  timeout: 600_000,
}, ({ skip }) => {
  const directory = directoryOfTest();
  const files = [...templates].map(([name, template]) => {
    const file = join(directory, name);
    writeFileSync(file, JSON.stringify(template));
    return file;
  });

  const lint = ['--non-zero-exit-code', 'error', '--', ...files];
  const { status, stdout } = spawnSync('cfn-lint', lint, { encoding: 'utf8' });

  if (status === null || status === commandNotFound) skip();
  expect(stdout.split('\n').filter((line) => /^E\d/.test(line) && !outdated.test(line))).toEqual([]);
});

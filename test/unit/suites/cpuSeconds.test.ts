import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verdict } from '../../suites/cpuSeconds.ts';

test('a run fails beyond its CPU seconds', () => {
  const budget = { what: 'CPU seconds of a run', most: 900 };
  expect(verdict(budget, 899.2)).toEqual({
    line: 'Within its budget: | CPU seconds of a run | 900 | 900 |',
    isBeyond: false,
  });
  expect(verdict(budget, 900.2)).toEqual({
    line: 'Beyond its budget: | CPU seconds of a run | 901 | 900 |',
    isBeyond: true,
  });
});

test.runIf(process.platform === 'linux')(
  'the CPU seconds of a run include those of processes of its processes',
  () => {
    const cpuSeconds = fileURLToPath(new URL('../../suites/cpuSeconds.ts', import.meta.url));
    const busy = 'while (process.cpuUsage().user < 300_000) {}';
    const parent = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}])`;
    const program = `
    import { spawnSync } from 'node:child_process';
    import { cpuSeconds } from ${JSON.stringify(cpuSeconds)};
    spawnSync(process.execPath, ['-e', ${JSON.stringify(parent)}]);
    console.log(cpuSeconds());
  `;
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(Number(printed)).toBeGreaterThan(0.3);
  },
);

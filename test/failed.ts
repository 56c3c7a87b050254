/** `npm run test:failed`: runs again the test files that failed in the last run, one after the other. */
import { spawnSync } from 'node:child_process';
import { failedFiles, root } from './support/runner/failedFiles.ts';

const files = failedFiles();
if (files.length === 0) {
  process.stderr.write('No file failed in the last run.\n');
  process.exit(1);
}
process.stderr.write(`These files failed and run again:\n${files.map((file) => `  ${file}\n`).join('')}`);
const { status } = spawnSync(
  'vitest',
  ['run', '--config', 'test/vitest.config.ts', '--maxWorkers=1', ...files],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { everything, synthesizeStage } from './synthesized.ts';

describe('the template', () => {
  test('has fewer resources than what design allows, well below the 500 of CloudFormation', () => {
    expect(synthesizeStage(everything).resources.size).toBeLessThanOrEqual(400);
  });

  const version = spawnSync('cfn-lint', ['--version'], { encoding: 'utf8' });
  test.skipIf(version.status !== 0)(
    'is without errors for cfn-lint (pip install cfn-lint), where that is',
    () => {
      const directory = mkdtempSync(join(tmpdir(), 'infra-lint-'));
      try {
        const path = join(directory, 'everything.template.json');
        writeFileSync(path, JSON.stringify(synthesizeStage(everything).template));
        const { stdout } = spawnSync('cfn-lint', ['--non-zero-exit-code', 'error', '--', path], {
          encoding: 'utf8',
        });

        expect(stdout.split('\n').filter((line) => /^E\d/.test(line))).toEqual([]);
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );
});

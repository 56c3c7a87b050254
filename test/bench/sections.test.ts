import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { noBrowser } from '../support/people/chromium.ts';
import { type SectionName, sections, sharing } from './sections.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

const alone = (Object.keys(sections) as SectionName[]).filter(
  (name) => !sharing.includes(name) && (name !== 'console' || !noBrowser),
);
const processes = [sharing, ...alone.map((name) => [name])];

test.concurrent.for(processes.map((names) => [names.join(', '), names] as const))(
  'prints the figures of %s',
  async ([, names], { expect, signal }) => {
    // Rejects unless the sections end with exit code 0.
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--short', ...names], { signal });

    // Each section prints a table or more, with dashes under the titles of columns.
    expect(stdout.match(/^-+( {2}-+)*$/gm)?.length).toBeGreaterThanOrEqual(names.length);
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/);
  },
);

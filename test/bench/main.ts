/**
 * `npm run bench`, or with the names of sections: `npm run bench -- operations bundles`. With `--short` they show in
 * seconds that they still work, and their figures mean nothing.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SectionName, sections } from './sections.ts';

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean' } },
  allowPositionals: true,
});
const isSection = (name: string): name is SectionName => Object.hasOwn(sections, name);
const names = Object.keys(sections).filter(isSection);
const unknown = positionals.filter((name) => !isSection(name));
if (unknown.length > 0)
  throw new Error(`No such section: ${unknown.join(', ')}. There are ${names.join(', ')}.`);

const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));
const [only] = chosen;
if (chosen.length === 1 && only) {
  const run = await sections[only]();
  await run(values.short ? 'short' : 'full');
} else {
  // Each has a process of its own: the clients of the functions stay with the stores that they found first.
  const flags = values.short ? ['--short'] : [];
  for (const name of chosen) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...flags, name], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}

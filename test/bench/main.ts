/**
 * `npm run bench` runs all sections. `npm run bench -- operations bundles` runs these two. With `--short`, the bench shows in seconds
 * whether the sections still work; the figures of such a run mean nothing.
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
  // Each section has a process of its own, because a function's clients keep using the stores to which they connected first.
  const flags = values.short ? ['--short'] : [];
  for (const name of chosen) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...flags, name], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}

/**
 * `npm run bench` runs all sections. `npm run bench -- http webhooks` runs these two. With `--short`, the bench shows in seconds
 * whether the sections still work; the figures of such a run mean nothing.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type SectionName, sections, sharing } from './sections.ts';
import { shareService } from './service.ts';

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
// Each section has a process of its own, because a function's clients keep using the stores to which they connected first. In a short run,
// the sections that share a service run in one process.
const together = values.short ? sharing.filter((name) => chosen.includes(name)) : [];
const alone = chosen.filter((name) => !together.includes(name)).map((name) => [name]);
const [only = [], ...others] = [together, ...alone].filter(({ length }) => length > 0);
if (others.length === 0) {
  if (together.length > 0) await shareService(() => runAll(only));
  else await runAll(only);
} else {
  const flags = values.short ? ['--short'] : [];
  for (const some of [only, ...others]) {
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), ...flags, ...some], {
      stdio: 'inherit',
    });
    if (status !== 0) process.exit(status ?? 1);
  }
}

async function runAll(some: readonly SectionName[]): Promise<void> {
  for (const name of some) {
    const run = await sections[name]();
    await run(values.short ? 'short' : 'full');
  }
}

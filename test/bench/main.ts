/**
 * `npm run bench`, or with the names of sections: `npm run bench -- operations bundles`. With `--short` they show in
 * seconds that they still work, and their figures mean nothing.
 */
import { parseArgs } from 'node:util';
import { sections } from './sections.ts';

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(sections, name));
if (unknown.length > 0)
  throw new Error(`No such section: ${unknown.join(', ')}. There are ${Object.keys(sections).join(', ')}.`);
for (const [name, load] of Object.entries(sections)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const run = await load();
  await run(values.short ? 'short' : 'full');
}

import { parseArgs } from 'node:util';
import { formatSecurityChanges } from '@aws-cdk/cloudformation-diff';
import { stageByDefault } from '../stage/settings.ts';
import { readStage } from '../stage/stageFile.ts';
import { compare } from './comparison.ts';
import { readTemplates } from './templates.ts';

/**
 * `npm run compare -- --stage prod <before> <after>` compares the templates of two releases, without an account. It exits with 1 if a
 * resource would be replaced or removed that the setting `mayReplace` of the stage does not name, and with 2 if it cannot compare.
 */
try {
  const { values, positionals } = parseArgs({
    options: { stage: { type: 'string', default: stageByDefault } },
    allowPositionals: true,
  });
  const [before, after] = positionals;
  if (before === undefined || after === undefined || positionals.length > 2)
    throw new Error(
      'usage: npm run compare -- --stage prod <before> <after>, each a template or a folder of cdk synth',
    );
  const { settings } = readStage({ context: { stage: values.stage }, directory: process.cwd() });
  process.exitCode = report(before, after, settings.mayReplace) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 2;
}

/** Prints the comparison. Returns whether the settings name every resource that would be replaced or removed. */
function report(before: string, after: string, mayReplace: readonly string[]): boolean {
  const { diffs, losses } = compare(readTemplates(before), readTemplates(after));
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say('Permissions');
  const changed = [...diffs].filter(([, { permissionsAnyChanges }]) => permissionsAnyChanges);
  if (changed.length === 0) say('  no change');
  for (const [file, diff] of changed) {
    say(`\n${file}`);
    formatSecurityChanges(process.stdout, diff);
  }
  say('\nResources that would be replaced or removed');
  if (losses.length === 0) say('  none');
  for (const { file, logicalId, type, impact } of losses) {
    const named = mayReplace.includes(logicalId) ? '; mayReplace names it' : '';
    say(`  ${logicalId} (${type}) ${impact}${named}, ${file}`);
  }
  const refused = losses.filter(({ logicalId }) => !mayReplace.includes(logicalId));
  if (refused.length > 0)
    say(
      `\nIf this is meant, add to mayReplace of the stage: ${refused.map(({ logicalId }) => logicalId).join(', ')}`,
    );
  return refused.length === 0;
}

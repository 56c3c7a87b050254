import type { Command } from 'commander';
import type { DocumentId } from '../../shared/contract/identifiers.ts';
import type { Admin } from './admin.ts';
import { documentReference } from './arguments.ts';
import { examples } from './examples.ts';
import { check } from './restore/check.ts';
import { document } from './restore/document.ts';
import { type RepairOptions, repair } from './restore/repair.ts';

export function addRestore(program: Command, admin: Admin): void {
  const restore = program
    .command('restore')
    .description('table and bucket held against each other, and what was lost brought back')
    .helpCommand(false);

  restore
    .command('check')
    .description(
      "Compare table and bucket: every version's file is there and right, every file has a version.",
    )
    .option('--deep', 'download and hash the files for which S3 has no hash: somebody put them there by hand')
    .addHelpText(
      'after',
      `
It changes nothing, and fails when it finds a difference. It reads the whole table and asks S3 about each file, a thousand a
second at most. What the last minute brought is left out.`,
    )
    .addHelpText(
      'after',
      examples('restore check', 'npm run --silent admin -- --stage prod restore check --json'),
    )
    .action(({ deep }: { deep?: true }) => check(admin, deep === true));

  restore
    .command('repair')
    .description(
      'Bring back files that are missing or were overwritten, from what the bucket still has of them.',
    )
    .option('--deep', 'download and hash the files for which S3 has no hash, too')
    .option('--remove-orphans', 'remove files that no version has and that are older than a day')
    .addHelpText(
      'after',
      `
A file is brought back only with the hash that its version has. Whatever is replaced or removed stays a previous version in the
bucket for 30 days. Can be interrupted and repeated; fails when differences are left.`,
    )
    .addHelpText('after', examples('restore repair', '--stage prod restore repair --remove-orphans'))
    .action((options: RepairOptions) => repair(admin, options));

  restore
    .command('document')
    .description('Bring a document back from another table, with its versions and attached policies.')
    .argument('<document>', 'its id', documentReference)
    .requiredOption('--from-table <name>', 'the table to copy from: this one, restored to an earlier time')
    .addHelpText('after', '\nWhat is there stays as it is, so it can be repeated. Webhooks are not told.')
    .addHelpText(
      'after',
      examples(
        'restore document doc_01j9zq4t8w3v5x7y9a1c2d3e4f --from-table documents-before',
        '--stage prod restore document doc_01j9zq4t8w3v5x7y9a1c2d3e4f --from-table documents-before',
      ),
    )
    .action((id: DocumentId, { fromTable }: { fromTable: string }) => document(admin, id, fromTable));
}

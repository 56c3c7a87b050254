import type { AdminCommand } from '../commandLine/admin.ts';
import { documentReference } from '../commandLine/arguments.ts';
import { check, repair } from './differences.ts';
import { document } from './document.ts';

export function addRestore(program: AdminCommand): void {
  const restore = program.subcommand(
    'restore',
    'table and bucket held against each other, and what was lost brought back',
  );

  restore
    .subcommand(
      'check',
      "Compare table and bucket: every version's file is there and right, every file has a version.",
    )
    .option('--deep', 'download and hash the files for which S3 has no hash: somebody put them there by hand')
    .more(`
It changes nothing, and fails when it finds a difference. It reads the whole table and asks S3 about each file, a thousand a
second at most. What the last minute brought is left out.`)
    .examples('restore check', 'npm run --silent admin -- --stage prod restore check --json')
    .runs(check);

  restore
    .subcommand(
      'repair',
      'Bring back files that are missing or were overwritten, from what the bucket still has of them.',
    )
    .option('--deep', 'download and hash the files for which S3 has no hash, too')
    .option('--remove-orphans', 'remove files that no version has and that are older than a day')
    .more(`
A file is brought back only with the hash that its version has. Whatever is replaced or removed stays a previous version in the
bucket for 30 days. Can be interrupted and repeated; fails when differences are left.`)
    .examples('restore repair', '--stage prod restore repair --remove-orphans')
    .runs(repair);

  restore
    .subcommand(
      'document',
      'Bring a document back from another table, with its versions and attached policies.',
    )
    .argument('<document>', 'its id', documentReference)
    .requiredOption('--from-table <name>', 'the table to copy from: this one, restored to an earlier time')
    .more('What is there stays as it is, so it can be repeated. Webhooks are not told.')
    .examples(
      'restore document doc_01j9zq4t8w3v5x7y9a1c2d3e4f --from-table documents-before',
      '--stage prod restore document doc_01j9zq4t8w3v5x7y9a1c2d3e4f --from-table documents-before',
    )
    .runs(document);
}

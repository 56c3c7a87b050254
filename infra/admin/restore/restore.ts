import type { AdminCommand } from '../commandLine/admin.ts';
import { documentReference, tableName } from '../commandLine/arguments.ts';
import { check, repair } from './differences.ts';
import { document } from './document.ts';

export function addRestore(program: AdminCommand): void {
  const restore = program.subcommand('restore', 'compare table and bucket, and bring back what was lost');

  restore
    .subcommand(
      'check',
      'Check that every version has its file with the right content, and its text, and that every file has a version.',
    )
    .option(
      '--deep',
      'download and hash the files for which S3 has no hash, because somebody put them there by hand',
    )
    .more(`
It changes nothing, and fails when it finds a difference. It reads the whole table and asks S3 about each file, at most a thousand
files a second. It ignores files of the last minute. It also checks that the items of each room fit together.`)
    .examples('restore check', 'npm run --silent admin -- --stage prod restore check --json')
    .runs(check);

  restore
    .subcommand(
      'repair',
      'Bring back missing and overwritten files from previous versions and uploads in the bucket.',
    )
    .option('--deep', 'also download and hash the files for which S3 has no hash')
    .option('--remove-orphans', 'remove files that no version has and that are older than a day; asks first')
    .asksFirst()
    .more(`
It brings back only content with the hash of the version. The bucket keeps replaced and removed files as previous versions for 30
days. The command can be interrupted and repeated. It fails when differences are left.`)
    .examples('restore repair', '--stage prod restore repair --remove-orphans')
    .runs(repair);

  restore
    .subcommand(
      'document',
      'Bring a document back from another table, with its versions and attached policies.',
    )
    .argument('<document>', 'its id', documentReference)
    .requiredOption(
      '--from-table <name>',
      'the table to copy from: an earlier state of this table, restored',
      tableName,
    )
    .more('Existing items stay as they are, so the command can be repeated. Webhooks do not report it.')
    .examples(
      'restore document doc_01j9zq4t8w3v5x7y9a1c2d3e4f --from-table documents-before',
      '--stage prod restore document doc_01j9zq4t8w3v5x7y9a1c2d3e4f --from-table documents-before',
    )
    .runs(document);
}

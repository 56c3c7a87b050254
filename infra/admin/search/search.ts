import type { AdminCommand } from '../commandLine/admin.ts';
import * as args from '../commandLine/arguments.ts';
import { check } from './check.ts';
import { rebuild } from './rebuild.ts';

export function addSearch(program: AdminCommand): void {
  const search = program.subcommand('search', 'the index of the words of documents');

  search
    .subcommand('rebuild', 'Have the worker write the entries of all documents again.')
    .option(
      '--since <when>',
      'leave out documents whose entries were written since then: 30m, 12h, 7d (ago) or a date-time',
      args.since,
    )
    .more(`
Searches find documents as before until then. It reads the whole table. To continue after an interruption, repeat the command with --since and
the time of the first run, which it prints.`)
    .examples('search rebuild', '--stage prod search rebuild --since 2026-11-21T09:30:00Z')
    .runs(rebuild);

  search
    .subcommand('check', 'Check that each document has its entries, and that no other document has entries.')
    .more(`
It changes nothing, and fails when it finds a difference. It reads the whole table, and leaves out documents that were changed in the last
minute or wait for the worker.`)
    .examples('search check', 'npm run --silent admin -- --stage prod search check --json')
    .runs(check);
}

import type { AdminCommand } from '../commandLine/admin.ts';
import { prepare } from './prepare.ts';
import { remove } from './remove.ts';

export function addConformance(program: AdminCommand): void {
  const conformance = program.subcommand('conformance', 'people and keys for the conformance tests');

  conformance
    .subcommand(
      'prepare',
      'Create people of every role, with organizations, keys and sessions, for the conformance tests.',
    )
    .requiredOption('--output <file>', 'the new file for their credentials')
    .more(`
The stage needs staffEmailDomains, because one of the people is service staff. Nobody can sign in as these people. Their keys and
sessions end after 7 days at the latest. To remove everything: conformance remove`)
    .examples(
      '--stage dev conformance prepare --output credentials.json',
      'npm run conformance -- --credentials credentials.json',
    )
    .runs(prepare);

  conformance
    .subcommand(
      'remove',
      'Remove these people with their organizations, keys, sessions and webhooks, and the file.',
    )
    .argument('<file>', 'the file that conformance prepare wrote')
    .asksFirst()
    .more(`
Documents that the tests uploaded stay, but nobody can read them. The command can be interrupted and repeated.`)
    .examples('--stage dev conformance remove credentials.json')
    .runs(remove);
}

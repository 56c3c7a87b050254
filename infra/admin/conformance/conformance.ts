import type { AdminCommand } from '../commandLine/admin.ts';
import { prepare } from './prepare.ts';
import { remove } from './remove.ts';

export function addConformance(program: AdminCommand): void {
  const conformance = program.subcommand('conformance', 'those whom the conformance tests act as');

  conformance
    .subcommand(
      'prepare',
      'Make people of every role, with organizations, keys and sessions, for the conformance tests.',
    )
    .requiredOption('--output <file>', 'where to write their credentials; a new file')
    .more(`
The stage needs staffEmailDomains, because one of them is service staff. Nobody can sign in as them. Keys and sessions end after
7 days; take away all of it with: conformance remove`)
    .examples(
      '--stage dev conformance prepare --output credentials.json',
      'npm run conformance -- --credentials credentials.json',
    )
    .runs(prepare);

  conformance
    .subcommand(
      'remove',
      'Remove them, with the organizations, keys, sessions and webhooks that they have, and the file.',
    )
    .argument('<file>', 'what conformance prepare wrote')
    .more(`
Documents that the tests uploaded stay, where nobody reads them: the service deletes none. Can be interrupted and repeated.`)
    .examples('--stage dev conformance remove credentials.json')
    .runs(remove);
}

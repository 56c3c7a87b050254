import type { Command } from 'commander';
import type { Admin } from './admin.ts';
import { prepare } from './conformance/prepare.ts';
import { remove } from './conformance/remove.ts';
import { examples } from './examples.ts';

export function addConformance(program: Command, admin: Admin): void {
  const conformance = program
    .command('conformance')
    .description('those whom the conformance tests act as')
    .helpCommand(false);

  conformance
    .command('prepare')
    .description(
      'Make people of every role, with organizations, keys and sessions, for the conformance tests.',
    )
    .requiredOption('--output <file>', 'where to write their credentials; a new file')
    .addHelpText(
      'after',
      `
The stage needs staffEmailDomains, because one of them is service staff. Nobody can sign in as them. Keys and sessions end after
7 days; take away all of it with: conformance remove`,
    )
    .addHelpText(
      'after',
      examples(
        '--stage dev conformance prepare --output credentials.json',
        'npm run conformance -- --credentials credentials.json',
      ),
    )
    .action(({ output }: { output: string }) => prepare(admin, output));

  conformance
    .command('remove')
    .description(
      'Remove them, with the organizations, keys, sessions and webhooks that they have, and the file.',
    )
    .argument('<file>', 'what conformance prepare wrote')
    .addHelpText(
      'after',
      `
Documents that the tests uploaded stay, where nobody reads them: the service deletes none. Can be interrupted and repeated.`,
    )
    .addHelpText('after', examples('--stage dev conformance remove credentials.json'))
    .action((file: string) => remove(admin, file));
}

import type { AdminCommand } from '../commandLine/admin.ts';
import { organizationReference } from '../commandLine/arguments.ts';
import { verify } from './verify.ts';

export function addAudit(program: AdminCommand): void {
  const audit = program.subcommand('audit', 'sealed activity, compared with what is stored');

  audit
    .subcommand(
      'verify',
      'Recompute entries, chains, signatures and heads, and report what was removed, altered or inserted.',
    )
    .option(
      '--organization <id>',
      'only this organization (default: all organizations and people)',
      organizationReference,
    )
    .option('--from <file>', 'begin at the checkpoints of an earlier run, and do not read earlier blocks')
    .option(
      '--checkpoint <file>',
      'write checkpoints for the next run, if there are no findings; a new file, or one with checkpoints',
    )
    .more(`
It changes nothing. It fails if an entry is not as it was sealed, if the list of a document has an entry that is sealed nowhere, or if an entry
does not name its actor although nobody erased that person. Expired entries are counted, and are no findings. It cannot see that an
entry was removed before it was sealed, which takes some minutes. Entries that were sealed more than 20 minutes after they were made
are late; if it finds only late entries, it exits with 3. Keep checkpoints where people who can write to the table cannot write. With
checkpoints it finds a chain that somebody made again, even without the bucket of heads.`)
    .examples('audit verify', '--stage prod audit verify --from july.json --checkpoint august.json')
    .runs(verify);
}

import type { AdminCommand } from '../commandLine/admin.ts';
import { organizationReference } from '../commandLine/arguments.ts';
import { verify } from './verify.ts';

export function addAudit(program: AdminCommand): void {
  const audit = program.subcommand('audit', 'activity that was sealed, held against what is stored');

  audit
    .subcommand(
      'verify',
      'Recompute entries, chains, signatures and heads, and say what was removed, altered or inserted.',
    )
    .option(
      '--organization <id>',
      'of one organization (default: of all, and of people)',
      organizationReference,
    )
    .option('--from <file>', 'begin at the checkpoints of an earlier run, and read nothing before them')
    .option('--checkpoint <file>', 'write checkpoints for the next run, if all is as it was')
    .more(`
It changes nothing, and fails when anything is not as it was sealed, when the list of a document has an entry that is sealed nowhere, or when
an entry does not say who it was although nobody erased them. Entries that retention has removed are counted, not missed. It cannot
tell that an entry was removed before it was sealed, which takes some minutes. Entries that were sealed more than 20 minutes after they
were made are counted as late: if that is all, it exits with 3. Keep checkpoints where nobody who may write
to the table may write: with them, a chain that was made anew shows even without the bucket of heads.`)
    .examples('audit verify', '--stage prod audit verify --from july.json --checkpoint august.json')
    .runs(verify);
}

import { isOrganization, type Tenant } from '../../../shared/contract/identifiers.ts';
import { getCaller } from '../../../shared/data/callers/callers.ts';
import { getUsage, type Limits, setLimits } from '../../../shared/data/organizations/usage.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { actRecord, operator } from '../../../shared/events/records/record.ts';
import type { AdminCommand } from '../commandLine/admin.ts';
import { quota } from '../commandLine/arguments.ts';
import type { Output } from '../commandLine/output.ts';
import { actsOn, recordsOf } from '../commandLine/recording.ts';

interface QuotasCommand<Reference> {
  readonly description: string;
  readonly argument: readonly [name: string, description: string, parse: (text: string) => Reference];
  /** Throws a Refusal when there is no such tenant. */
  readonly find: (reference: Reference) => Promise<Tenant>;
  readonly example: string;
}

interface Options {
  readonly documents?: number | 'default';
  readonly storedBytes?: number | 'default';
  readonly organizations?: number | 'default';
  readonly mails?: number | 'default';
}

/** Adds the command that shows and changes the quotas of organizations or people. */
export const addQuotas = <Reference>(
  parent: AdminCommand,
  { description, argument, find, example }: QuotasCommand<Reference>,
): AdminCommand =>
  parent
    .subcommand('quotas', description)
    .argument(...argument)
    .option('--documents <count>', 'the number of documents; default: the quota of the stage', quota)
    .option('--stored-bytes <bytes>', 'the bytes of all versions; default: the quota of the stage', quota)
    .option(
      '--mails <count>',
      'the mails of a day; default: 500 for an organization (50 in its first week), 100 for a person',
      quota,
    )
    .more(`
The service adds each upload to the totals. It counts the stored files within a quarter of an hour of the first upload, and then once a
day while there are uploads. Until the first count, counted_at is empty.`)
    .examples(example, `${example} --documents 250000 --stored-bytes default`)
    .runs(
      async ({ output }, reference: Reference, { documents, storedBytes, organizations, mails }: Options) =>
        showQuotas(output, await find(reference), {
          documents: limitOf(documents),
          stored_bytes: limitOf(storedBytes),
          organizations: limitOf(organizations),
          mails: limitOf(mails),
        }),
    );

const limitOf = (given: number | 'default' | undefined) => (given === 'default' ? null : given);

async function showQuotas(output: Output, tenant: Tenant, limits: Limits): Promise<void> {
  const changed = Object.fromEntries(
    Object.entries(limits).filter((limit): limit is [string, number | null] => limit[1] !== undefined),
  );
  if (Object.keys(changed).length > 0)
    await retryOnConflict(async () =>
      commitChange({
        records: recordsOf(
          isOrganization(tenant)
            ? [actRecord('quotas.updated', tenant, operator, changed)]
            : await actsOn(tenant, 'quotas.updated', changed),
        ),
        writes: setLimits(tenant, limits),
      }),
    );
  const [usage, founder] = await Promise.all([
    getUsage(tenant),
    isOrganization(tenant) ? undefined : getCaller(tenant),
  ]);
  output.record(
    {
      id: tenant,
      documents: usage.documents,
      documents_quota: usage.documents_limit ?? null,
      stored_bytes: usage.stored_bytes,
      stored_bytes_quota: usage.stored_bytes_limit ?? null,
      ...(founder && {
        founded_organizations: founder.founded_count,
        organizations_quota: usage.organizations_limit ?? null,
      }),
      mails_quota: usage.mails_limit ?? null,
      counted_at: usage.counted_at ?? null,
    },
    {
      documents_quota: 'default',
      stored_bytes_quota: 'default',
      organizations_quota: 'default',
      mails_quota: 'default',
    },
  );
}

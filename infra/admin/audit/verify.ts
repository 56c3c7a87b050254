import { access, constants, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { signingKey } from '../../../shared/audit/signature.ts';
import type { DocumentId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { activityList } from '../../../shared/data/activity/activity.ts';
import { listChains } from '../../../shared/data/activity/chains.ts';
import { listCallers } from '../../../shared/data/callers/callers.ts';
import {
  getDeletedOrganization,
  listDeletedOrganizations,
} from '../../../shared/data/organizations/deletedOrganizations.ts';
import {
  getOrganization,
  listEverMembers,
  listOrganizations,
} from '../../../shared/data/organizations/organizations.ts';
import { listChainsWithHeads } from '../../../shared/files/auditHeads.ts';
import type { Admin } from '../commandLine/admin.ts';
import { noSuchOrganization } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { erasedPeople } from './erased.ts';
import type { Finding } from './finding.ts';
import { type Checkpoint, verifyChain } from './verifyChain.ts';
import { verifyDocument } from './verifyDocument.ts';

interface VerifyOptions {
  readonly organization?: OrganizationId;
  /** A file that `--checkpoint` wrote. */
  readonly from?: string;
  readonly checkpoint?: string;
}

const checkpoints = z.array(
  z.strictObject({
    chain: z.string(),
    number: z.int().check(z.gte(1)),
    block: z.string(),
    kept_until: z.int(),
  }),
);

/** The exit code for late entries. Findings have another code, because an outage also makes entries late. */
const lateExitCode = 3;

/** Recomputes the sealed chains, and fails when anything differs. */
export async function verify(
  { output, now }: Admin,
  { organization, from, checkpoint }: VerifyOptions,
): Promise<void> {
  const known = from === undefined ? [] : await readCheckpoints(from);
  if (checkpoint !== undefined) await assertForCheckpoints(checkpoint);
  const [key, lists] = await Promise.all([signingKey(), listsOf(organization, known)]);
  const isErased = erasedPeople();
  const totals = { chains: 0, entries: 0, expired: 0, blocks: 0, heads: 0, documents: 0, late: 0 };
  const findings: Finding[] = [];
  const ends: Checkpoint[] = [];
  const met = new Set<DocumentId>();
  // Lists that documents refer to are added during the loop and are visited too.
  for (const chain of lists) {
    const since = known.find((one) => one.chain === chain);
    const verified = await verifyChain(chain, { from: since, key, now, isErased });
    if (verified.end) totals.chains += 1;
    for (const name of ['entries', 'expired', 'blocks', 'heads'] as const) totals[name] += verified[name];
    totals.late += verified.late.length;
    noteLate(output, chain, verified.late);
    findings.push(...verified.findings);
    if (verified.end) ends.push(verified.end);
    for (const id of verified.documents) {
      if (met.has(id)) continue;
      met.add(id);
      const shown = await verifyDocument(id, verified.since, now);
      findings.push(...shown.findings);
      for (const list of shown.lists) lists.add(list);
    }
  }
  totals.documents = met.size;
  if (findings.length > 0) {
    output.list('findings', findings);
    throw new Refusal(`${findings.length} findings: stored activity is not as it was sealed.`);
  }
  if (totals.chains === 0 && organization !== undefined) await assertKnown(organization);
  output.record({ ...totals, findings: 0 });
  output.note(
    totals.chains === 0
      ? 'Nothing is sealed yet. New activity is sealed within some minutes.'
      : 'Entries that were removed before they were sealed, some minutes after they were made, cannot be found.',
  );
  // Late entries do not prevent checkpoints: late entries are intact, and without checkpoints the next run would count them again. After
  // findings, there are no checkpoints, because the command has thrown above.
  if (checkpoint !== undefined) await writeFile(checkpoint, `${JSON.stringify(ends, null, 2)}\n`);
  if (totals.late > 0)
    throw new Refusal(
      `${totals.late} entries were sealed more than 20 minutes after they were made. Before that, entries could be removed without a trace. An outage also makes entries late: compare the times with the times of the alarm SealingLate.`,
      lateExitCode,
    );
}

function noteLate({ note }: Admin['output'], chain: string, late: readonly number[]): void {
  if (late.length === 0) return;
  const times = late.map((made) => new Date(made).toISOString()).sort();
  note(
    `${chain}: ${late.length} entries were sealed late. They were made from ${times[0]} to ${times.at(-1)}.`,
  );
}

async function readCheckpoints(path: string): Promise<Checkpoint[]> {
  try {
    return z.parse(checkpoints, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Refusal(`${path} has no checkpoints: ${error instanceof Error ? error.message : error}`);
  }
}

/** Throws a Refusal if checkpoints cannot be written into a file, or if the file exists and has something else. Changes nothing. */
async function assertForCheckpoints(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  await access(found ? path : dirname(path), constants.W_OK).catch((error: Error) => {
    throw new Refusal(`--checkpoint ${path} cannot be written: ${error.message}`);
  });
  if (!found || found.size === 0) return;
  await readCheckpoints(path).catch((error: Error) => {
    throw new Refusal(`--checkpoint would replace another file: ${error.message}`);
  });
}

/** Throws a Refusal for an organization that never was there, so that a mistyped id is not reported as one without findings. */
async function assertKnown(organization: OrganizationId): Promise<void> {
  const found = (await getOrganization(organization)) ?? (await getDeletedOrganization(organization));
  if (!found) throw noSuchOrganization(organization);
}

/**
 * Returns the lists to verify, including lists in which nothing is sealed yet. Without an organization, the chains come from the table, the
 * bucket and the checkpoints, so that a chain that was removed from one of these is still found.
 */
async function listsOf(
  organization: OrganizationId | undefined,
  known: readonly Checkpoint[],
): Promise<Set<string>> {
  if (organization !== undefined) {
    const shared = activityList.organization(organization);
    const ofCheckpoints = known.map(({ chain }) => chain).filter((chain) => chain.startsWith(`${shared}#`));
    return new Set([...(await listsIn(organization)), ...ofCheckpoints]);
  }
  const [chains, withHeads, present, deleted, callers] = await Promise.all([
    listChains(),
    listChainsWithHeads(),
    listOrganizations(),
    listDeletedOrganizations(),
    listCallers(),
  ]);
  const lists = [...chains, ...withHeads, ...known.map(({ chain }) => chain)];
  for (const { id } of [...present, ...deleted]) lists.push(...(await listsIn(id)));
  lists.push(...callers.map(({ id }) => activityList.personal(id)));
  return new Set(lists.sort());
}

/** Returns an organization's lists: the shared one, and the private list of each member. */
async function listsIn(organization: OrganizationId): Promise<string[]> {
  const people = await listEverMembers(organization);
  const ofPeople = people.map((person) => activityList.private(organization, person));
  return [activityList.organization(organization), ...ofPeople];
}

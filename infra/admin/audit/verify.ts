import { readFile, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { signingKey } from '../../../shared/audit/signature.ts';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { activityList } from '../../../shared/data/activity.ts';
import { listChains } from '../../../shared/data/chains.ts';
import { listEverMembers } from '../../../shared/data/organizations.ts';
import { listChainsWithHeads } from '../../../shared/files/auditHeads.ts';
import type { Admin } from '../admin.ts';
import { Refusal } from '../refusal.ts';
import { type Checkpoint, verifyChain } from './verifyChain.ts';

interface VerifyOptions {
  readonly organization?: OrganizationId;
  /** A file that `--checkpoint` has written. */
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

/** Recomputes what was sealed, and fails when anything is not as it was. */
export async function verify(
  { output, now }: Admin,
  { organization, from, checkpoint }: VerifyOptions,
): Promise<void> {
  const known = from === undefined ? [] : await readCheckpoints(from);
  const [key, chains] = await Promise.all([signingKey(), chainsOf(organization, known)]);
  const totals = { chains: 0, entries: 0, expired: 0, blocks: 0, heads: 0 };
  const findings = [];
  const ends: Checkpoint[] = [];
  for (const chain of chains) {
    const since = known.find((one) => one.chain === chain);
    const verified = await verifyChain(chain, { from: since, key, now });
    if (verified.end) totals.chains += 1;
    for (const name of ['entries', 'expired', 'blocks', 'heads'] as const) totals[name] += verified[name];
    findings.push(...verified.findings);
    if (verified.end) ends.push(verified.end);
  }
  if (findings.length > 0) {
    output.list('findings', findings);
    throw new Refusal(`${findings.length} findings: what was sealed is not what is stored.`);
  }
  output.record({ ...totals, findings: 0 });
  output.note(
    totals.chains === 0
      ? 'Nothing is sealed there: what is new will be in some minutes.'
      : 'What was removed before it was sealed, some minutes after it was made, nothing shows.',
  );
  // Only what was found whole is worth beginning with.
  if (checkpoint !== undefined) await writeFile(checkpoint, `${JSON.stringify(ends, null, 2)}\n`);
}

async function readCheckpoints(path: string): Promise<Checkpoint[]> {
  try {
    return z.parse(checkpoints, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Refusal(`${path} has no checkpoints: ${error instanceof Error ? error.message : error}`);
  }
}

/** Chains are looked for in table, bucket and checkpoints: one that was removed from the first is in the others. */
async function chainsOf(
  organization: OrganizationId | undefined,
  known: readonly Checkpoint[],
): Promise<string[]> {
  const all = async () =>
    new Set([...(await listChains()), ...(await listChainsWithHeads()), ...known.map(({ chain }) => chain)]);
  if (organization === undefined) return [...(await all())].sort();
  const people = await listEverMembers(organization);
  const ofPeople = people.map((person) => activityList.private(organization, person));
  const shared = activityList.organization(organization);
  const ofCheckpoints = known.map(({ chain }) => chain).filter((chain) => chain.startsWith(`${shared}#`));
  return [...new Set([shared, ...ofPeople, ...ofCheckpoints])];
}

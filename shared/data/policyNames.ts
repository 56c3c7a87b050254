import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type OrganizationId, organizationId, type PolicyId, ulidOf } from '../contract/identifiers.ts';
import { policiesMax } from '../contract/limits.ts';
import { type Change, creation, removalIfThere, replacement } from './commit.ts';
import { policyNamesKey } from './keys.ts';

/**
 * The names of an organization's policies that are not archived. They are one item, which every change of a policy replaces: so
 * a name is one policy's, and their number is exact, however many change at once. A thousand take 60 kB.
 */
export const policyNamesItem = z.object({
  organization_id: organizationId,
  /** By the ULIDs of their policies, as hashes: a thousand long names are more than an item holds. */
  names: z.record(z.string(), z.string()),
  revision: z.int(),
});
export type PolicyNames = z.infer<typeof policyNamesItem>;

/** A policy, as far as its name is concerned. */
interface Named {
  readonly id: PolicyId;
  readonly name: string;
  readonly archived_at?: string | undefined;
}

/** 132 bits: two names that differ do not meet by chance. */
const hashCharacters = 22;

/** Names are the same where people see the same: in Unicode's composed form. */
const hashOf = (name: string): string =>
  hash('sha256', name.normalize('NFC'), 'base64url').slice(0, hashCharacters);

/** Returns the names with that of a policy as it is now: none while it is archived. */
export function withPolicyName(kept: PolicyNames, { id, name, archived_at }: Named): PolicyNames {
  const { [ulidOf(id)]: _before, ...others } = kept.names;
  return { ...kept, names: archived_at ? others : { ...others, [ulidOf(id)]: hashOf(name) } };
}

/** The reason why a policy cannot have its name, as a part of a sentence; undefined: it can. */
export function namingRefusal({ names }: PolicyNames, { id, name }: Named): string | undefined {
  const { [ulidOf(id)]: _own, ...others } = names;
  const taken = Object.values(others);
  if (taken.includes(hashOf(name))) return 'another policy that is not archived has this name';
  if (taken.length >= policiesMax)
    return `an organization has at most ${policiesMax} policies that are not archived`;
  return undefined;
}

/** Keeps names; conflicts when others are kept since they were read. Those that nobody has kept yet are at revision 0. */
export const keepPolicyNames = (names: PolicyNames): Change<PolicyNames> =>
  names.revision === 0
    ? creation(policyNamesKey(names.organization_id), { ...names, revision: 1 })
    : replacement(policyNamesKey(names.organization_id), names);

export const removePolicyNames = (organizationId: OrganizationId): Change =>
  removalIfThere(policyNamesKey(organizationId));

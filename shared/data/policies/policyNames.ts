import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { type OrganizationId, organizationId, type PolicyId, ulidOf } from '../../contract/identifiers.ts';
import { policiesMax } from '../../contract/limits.ts';
import { policyNamesKey } from '../keys/policies.ts';
import { type Change, creation, removalIfThere, replacement } from '../table/commit.ts';

/**
 * The names of an organization's policies that are not archived. One item has all names, and every change of a policy replaces this item.
 * So each name is unique and the number of names is exact, even if several policies change at the same time. A thousand names take 60 kB.
 */
export const policyNamesItem = z.object({
  organization_id: organizationId,
  /** Hashes of the names, by the ULIDs of the policies. The names themselves could be too long for one item. */
  names: z.record(z.string(), z.string()),
  revision: z.int(),
});
export type PolicyNames = z.infer<typeof policyNamesItem>;

/** The attributes of a policy that concern its name. */
interface Named {
  readonly id: PolicyId;
  readonly name: string;
  readonly archived_at?: string | undefined;
}

/** 22 characters are 132 bits, so different names do not collide by chance. */
const hashCharacters = 22;

/** Hashes the composed form (NFC), because the same text can have several forms in Unicode. */
const hashOf = (name: string): string =>
  hash('sha256', name.normalize('NFC'), 'base64url').slice(0, hashCharacters);

/** Returns the names with a policy's present name, or without it while the policy is archived. */
export function withPolicyName(kept: PolicyNames, { id, name, archived_at }: Named): PolicyNames {
  const { [ulidOf(id)]: _before, ...others } = kept.names;
  return { ...kept, names: archived_at ? others : { ...others, [ulidOf(id)]: hashOf(name) } };
}

/** Returns the reason why a policy cannot have its name, as a part of a sentence; undefined if it can have the name. */
export function namingRefusal({ names }: PolicyNames, { id, name }: Named): string | undefined {
  const { [ulidOf(id)]: _own, ...others } = names;
  const taken = Object.values(others);
  if (taken.includes(hashOf(name))) return 'another policy that is not archived has this name';
  if (taken.length >= policiesMax)
    return `an organization has at most ${policiesMax} policies that are not archived`;
  return undefined;
}

/**
 * Stores names. Conflicts when the stored names have changed since these names were read. With the revision 0, no names were stored before.
 */
export const keepPolicyNames = (names: PolicyNames): Change<PolicyNames> =>
  names.revision === 0
    ? creation(policyNamesKey(names.organization_id), { ...names, revision: 1 })
    : replacement(policyNamesKey(names.organization_id), names);

export const removePolicyNames = (organizationId: OrganizationId): Change =>
  removalIfThere(policyNamesKey(organizationId));

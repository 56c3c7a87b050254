import type { GroupId, OrganizationId, PolicyId } from '../../contract/identifiers.ts';
import { policiesWithRulesMax } from '../../contract/limits.ts';
import { hasRules, type StoredRules } from '../../policies/storedRules.ts';
import type { DocumentItem } from '../documents/documents.ts';
import { getGroups } from '../groups/groups.ts';
import type { Key } from '../keys/key.ts';
import { policyKey } from '../keys/policies.ts';
import { getOrganization, type OrganizationItem } from '../organizations/organizations.ts';
import { parseItem } from '../table/parse.ts';
import type { Item } from '../table/read.ts';
import type { AttachmentItem } from './attachments.ts';
import { getPolicies, type PolicyItem, policyItem } from './policies.ts';

/**
 * Each request that shows a name reads it from its organization or policy, so that a rename changes one item only. Documents and
 * attachments also store the name. It is shown when the organization or policy no longer exists.
 */

/** What names a policy: an attachment to a document, or a policy at the gate of a room. */
interface Naming {
  readonly policy: { readonly id: PolicyId; readonly name: string };
}

/** Something that names a policy, with the present state of the policy. */
export type WithPolicy<N extends Naming> = N & {
  readonly policy: N['policy'] & { readonly rules: StoredRules };
};

/** An attachment with the present state of its policy. */
export type CurrentAttachment = WithPolicy<AttachmentItem>;

/** Returns the attachments of a document, or the gate of a room, with the names and the rules that their policies have now. */
export async function withPolicyNames<N extends Naming>(
  { organization_id }: { readonly organization_id: OrganizationId | null },
  attachments: readonly N[],
): Promise<WithPolicy<N>[]> {
  // Documents outside of any organization have no policies.
  if (organization_id === null) return attachments.map((attachment) => asOf(attachment, undefined));
  const policies = await getPolicies(
    organization_id,
    attachments.map(({ policy }) => policy.id),
  );
  const current = new Map(policies.map((policy) => [policy.id, policy]));
  return attachments.map((attachment) => asOf(attachment, current.get(attachment.policy.id)));
}

/** Returns the keys of the policies that are named, in their order. */
export const keysOfPolicies = (organizationId: OrganizationId, namings: readonly Naming[]): Key[] =>
  namings.map(({ policy }) => policyKey(organizationId, policy.id));

/** Does the same as `withPolicyNames`, with the items that were read at `keysOfPolicies`. */
export const withPolicies = <N extends Naming>(
  namings: readonly N[],
  items: readonly (Item | undefined)[],
): WithPolicy<N>[] =>
  namings.map((naming, index) => asOf(naming, items[index] && parseItem(policyItem, items[index])));

/** The number of policies read in one request. */
const readAtOnce = 100;

/**
 * Does the same as `withPolicyNames`, for readers. Stops when more policies have rules than a document can have, because readers are then
 * refused. The remaining attachments keep their stored names and show no rules.
 */
export async function forReaders<N extends Naming>(
  document: { readonly organization_id: OrganizationId | null },
  attachments: readonly N[],
): Promise<WithPolicy<N>[]> {
  const current: WithPolicy<N>[] = [];
  let withRules = 0;
  for (let start = 0; start < attachments.length && withRules <= policiesWithRulesMax; start += readAtOnce) {
    const named = await withPolicyNames(document, attachments.slice(start, start + readAtOnce));
    withRules += named.filter(({ policy }) => hasRules(policy)).length;
    current.push(...named);
  }
  const unread = attachments.slice(current.length).map((attachment) => asOf(attachment, undefined));
  return [...current, ...unread];
}

const asOf = <N extends Naming>(attachment: N, policy: PolicyItem | undefined): WithPolicy<N> => ({
  ...attachment,
  policy: { ...attachment.policy, ...policy, rules: policy?.rules ?? {} },
});

/** Returns the names of the groups that the policies of a document name, by their ids. Deleted groups are left out. */
export async function namesOfGroups(
  organizationId: OrganizationId | null,
  attachments: readonly CurrentAttachment[],
): Promise<ReadonlyMap<GroupId, string>> {
  const ids = attachments.flatMap(({ policy }) => policy.rules.allowed_groups ?? []);
  if (organizationId === null || ids.length === 0) return new Map();
  return new Map((await getGroups(organizationId, ids)).map(({ id, name }) => [id, name]));
}

/** Returns a document with the present name of its organization, if it has one. */
export const withOrganizationName = (
  document: DocumentItem,
  organization: OrganizationItem | undefined,
): DocumentItem =>
  organization?.id === document.organization_id
    ? { ...document, organization_name: organization.name }
    : document;

/** The shown items in their present state, with the organization of the document, if any. */
type Current<S> = S & {
  readonly attachments: readonly CurrentAttachment[];
  readonly organization: OrganizationItem | undefined;
};

/**
 * Returns a document and its attachments with the present state of its organization and policies, for a page; undefined when the
 * organization is deleted.
 */
export async function withCurrentNames<
  S extends { readonly document: DocumentItem; readonly attachments: readonly AttachmentItem[] },
>(shown: S): Promise<Current<S> | undefined> {
  const { document } = shown;
  const [organization, attachments] = await Promise.all([
    document.organization_id === null ? undefined : getOrganization(document.organization_id),
    forReaders(document, shown.attachments),
  ]);
  if (document.organization_id !== null && !organization) return undefined;
  return { ...shown, document: withOrganizationName(document, organization), attachments, organization };
}

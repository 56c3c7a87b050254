import type { OrganizationId } from '../../contract/identifiers.ts';
import { getCaller, replaceCaller } from '../callers/callers.ts';
import { memberPrefix, organizationKey, suspendedKey, suspendedPrefix } from '../keys/organizations.ts';
import { webhookKey, webhookPrefix, webhooksKey } from '../keys/webhooks.ts';
import { type Bookkeeping, bookkeeping, type Change, relocation, writeBookkeeping } from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import { queryAs, under } from '../table/read.ts';
import { type WebhookItem, webhookItem } from '../webhooks/webhooks.ts';
import { type DeletedOrganizationItem, getDeletedOrganization, withState } from './deletedOrganizations.ts';
import { type MemberItem, memberItem, placeOfMember } from './organizations.ts';

/**
 * An endpoint or a member of an organization. In a deleted organization its item has another table key: workers do not find the endpoint,
 * and the authorizer does not find the member, so that API keys and sessions do not work. Each part moves, and moves back, in its own
 * commit. So the work can be interrupted, and several workers can do it at the same time.
 */
type Part = MemberItem | WebhookItem;

/**
 * Suspends all endpoints and members of a deleted organization. Endpoints come first, because workers would disable endpoints whose
 * registrar is no longer a member. Returns the organization when all are suspended; undefined when time ran out, or when the organization
 * is being restored or is gone.
 */
export async function suspendAll(
  organizationId: OrganizationId,
  isOver: () => boolean,
): Promise<DeletedOrganizationItem | undefined> {
  while (!isOver()) {
    const parts = await listSome(organizationId);
    // The organization is read after the parts. If a restoration moves the parts after this read, their revisions change and the commits
    // here conflict.
    const organization = await getDeletedOrganization(organizationId);
    if (!organization || organization.state === 'restoring') return undefined;
    if (parts.length > 0) await commitEach(parts, moving(false));
    else if (organization.state === 'suspending')
      await unlessConflict(writeBookkeeping([withState(organization, 'suspended')]));
    else return organization;
  }
  return undefined;
}

/** Moves back all parts that `suspendAll` moved, for an organization that is being restored. */
export async function resumeAll(organizationId: OrganizationId): Promise<void> {
  for (;;) {
    const parts = await listSome(organizationId, suspendedPrefix);
    if (parts.length === 0) return;
    await commitEach(parts, moving(true));
  }
}

/** The number of parts that are committed at the same time: fewer than the SDK's connections, so that no commit waits for a connection. */
const partsATime = 25;

async function listSome(organizationId: OrganizationId, prefix = ''): Promise<Part[]> {
  const webhooks = under(webhooksKey(organizationId), prefix + webhookPrefix);
  const endpoints = await queryAs(webhookItem, webhooks, partsATime);
  if (endpoints.length > 0) return endpoints;
  return queryAs(memberItem, under(organizationKey(organizationId), prefix + memberPrefix), partsATime);
}

/** Lists the suspended members and endpoints of a deleted organization; none if it is not deleted. */
export async function listSuspended(organizationId: OrganizationId) {
  const [members, webhooks] = await Promise.all([
    queryAs(memberItem, under(organizationKey(organizationId), suspendedPrefix + memberPrefix)),
    queryAs(webhookItem, under(webhooksKey(organizationId), suspendedPrefix + webhookPrefix)),
  ]);
  return { members, webhooks };
}

/** Commits the writes of each part. If a part has changed, its commit conflicts, and the part is listed again. */
const commitEach = (
  parts: readonly Part[],
  writesFor: (part: Part) => Promise<Bookkeeping[]>,
): Promise<unknown> =>
  Promise.all(parts.map(async (part) => unlessConflict(writeBookkeeping(await writesFor(part)))));

/**
 * Suspends a part, or brings it back. A suspended member no longer has this organization as the current one, because a deleted organization
 * cannot be current. When the member is brought back, the organization becomes current again, unless the member has another current
 * organization by then.
 */
const moving =
  (isBack: boolean) =>
  async (part: Part): Promise<Bookkeeping[]> => {
    const { organization_id } = part;
    const place = 'user_id' in part ? placeOfMember(part) : webhookKey(organization_id, part.id);
    const suspended = suspendedKey(place);
    const writes: Change[] = isBack ? relocation(suspended, place, part) : relocation(place, suspended, part);
    const caller = 'user_id' in part ? await getCaller(part.user_id) : undefined;
    const [before, after] = isBack ? [null, organization_id] : [organization_id, null];
    if (caller && caller.current_organization_id === before)
      writes.push(replaceCaller({ ...caller, current_organization_id: after }));
    return writes.map((write) => bookkeeping('following', write));
  };

import type { OrganizationId } from '../../contract/identifiers.ts';
import { getCaller, replaceCaller } from '../callers/callers.ts';
import { type Bookkeeping, bookkeeping, type Change, relocation, writeBookkeeping } from '../table/commit.ts';
import { unlessConflict } from '../table/conflict.ts';
import {
  memberPrefix,
  organizationKey,
  suspendedKey,
  suspendedPrefix,
  webhookKey,
  webhookPrefix,
  webhooksKey,
} from '../table/keys.ts';
import { queryAs, under } from '../table/read.ts';
import { type WebhookItem, webhookItem } from '../webhooks/webhooks.ts';
import { type DeletedOrganizationItem, getDeletedOrganization, withState } from './deletedOrganizations.ts';
import { type MemberItem, memberItem, placeOfMember } from './organizations.ts';

/**
 * The endpoints and members of a deleted organization have other keys: workers find no endpoint and the authorizer no member, so that
 * keys and sessions do not work. Each moves there, and back, in a commit of its own. So this can be interrupted anywhere, and several
 * workers can do it at once.
 */
type Part = MemberItem | WebhookItem;

/**
 * Suspends all endpoints and members of a deleted organization. Endpoints come first, because workers would disable those whose registrar
 * is no longer a member. Returns the organization when that is done; undefined when the time ran out before, it is being restored, or it
 * is gone.
 */
export async function suspendAll(
  organizationId: OrganizationId,
  isOver: () => boolean,
): Promise<DeletedOrganizationItem | undefined> {
  while (!isOver()) {
    const parts = await listSome(organizationId);
    // It is read after the parts: if a restoration began meanwhile, all of them had another revision then, and conflict.
    const organization = await getDeletedOrganization(organizationId);
    if (!organization || organization.state === 'restoring') return undefined;
    if (parts.length > 0) await commitEach(parts, moving(false));
    else if (organization.state === 'suspending')
      await unlessConflict(writeBookkeeping([withState(organization, 'suspended')]));
    else return organization;
  }
  return undefined;
}

/** Moves back what `suspendAll` moved, for an organization that is being restored. */
export async function resumeAll(organizationId: OrganizationId): Promise<void> {
  for (;;) {
    const parts = await listSome(organizationId, suspendedPrefix);
    if (parts.length === 0) return;
    await commitEach(parts, moving(true));
  }
}

/** The number of parts at the same time: fewer than the SDK's connections, so that none waits for another. */
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

/** A part that has changed conflicts; it is listed again. */
const commitEach = (
  parts: readonly Part[],
  writesFor: (part: Part) => Promise<Bookkeeping[]>,
): Promise<unknown> =>
  Promise.all(parts.map(async (part) => unlessConflict(writeBookkeeping(await writesFor(part)))));

/**
 * Suspends a part, or brings it back. If a member's current organization was this one, it becomes null, because a current organization
 * must exist; bringing the member back restores it.
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

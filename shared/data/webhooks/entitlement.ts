import type { OrganizationId } from '../../contract/identifiers.ts';
import { mayManage } from '../../contract/permissions.ts';
import { type CallerItem, callerItem } from '../callers/callers.ts';
import { callerKey } from '../keys/callers.ts';
import { memberKey } from '../keys/organizations.ts';
import { type MemberItem, memberItem } from '../organizations/organizations.ts';
import { parseItem } from '../table/parse.ts';
import { readAll } from '../table/read.ts';
import { listWebhooks, type WebhookItem } from './webhooks.ts';

/**
 * An endpoint works while its registrar is entitled to it: the registrar must not be disabled, and must be allowed to manage the
 * organization or be service staff.
 */

/**
 * Returns whether somebody is entitled to an endpoint or an invitation that they made in an organization. `member`: their membership, if
 * there is one.
 */
export const isEntitled = (
  caller: CallerItem | undefined,
  member: MemberItem | undefined,
  madeByStaff: boolean,
): boolean => caller !== undefined && caller.disabled_at === null && (madeByStaff || mayManage(member));

/**
 * Returns the endpoints whose registrar is no longer entitled to them. Reads in one round trip for up to 50 endpoints of an organization.
 */
export async function withoutEntitlement<T extends Pick<WebhookItem, 'created_by' | 'registered_by_staff'>>(
  organizationId: OrganizationId,
  endpoints: readonly T[],
): Promise<T[]> {
  const userIds = [...new Set(endpoints.map(({ created_by }) => created_by))];
  const items = await readAll(
    userIds.flatMap((userId) => [memberKey(organizationId, userId), callerKey(userId)]),
  );
  return endpoints.filter(({ created_by, registered_by_staff }) => {
    const [member, caller] = items.slice(2 * userIds.indexOf(created_by));
    return !isEntitled(
      caller && parseItem(callerItem, caller),
      member && parseItem(memberItem, member),
      registered_by_staff,
    );
  });
}

/** Lists the enabled endpoints of an organization that a user registered. */
export const endpointsOf = async ({
  organization_id,
  user_id,
}: Pick<MemberItem, 'organization_id' | 'user_id'>): Promise<WebhookItem[]> =>
  (await listWebhooks(organization_id)).filter(
    ({ created_by, disabled }) => created_by === user_id && !disabled,
  );

/**
 * Lists the endpoints whose registrar loses the right to them when a member changes. `after`: the member after the change; undefined: the
 * member leaves. The commit of that change must disable these endpoints: workers would disable them only with the next event, or never if
 * the member gets the right back before. The commit must also write the organization as it was read before this call, because a
 * registration of an endpoint writes it too.
 */
export async function endpointsToDisable(
  before: MemberItem,
  after: MemberItem | undefined,
): Promise<WebhookItem[]> {
  if (!mayManage(before) || mayManage(after)) return [];
  return (await endpointsOf(before)).filter(({ registered_by_staff }) => !registered_by_staff);
}

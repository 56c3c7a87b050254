import { disableEndpoints } from '../../../shared/acts/disableEndpoints.ts';
import type { OrganizationId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { apiKeyIdOf, listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { asDisabled, replaceCaller } from '../../../shared/data/callers/callers.ts';
import { listMemberships, type MemberItem } from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { endpointsOf } from '../../../shared/data/webhooks/entitlement.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference } from '../commandLine/arguments.ts';
import { existingUser, labelOf } from '../commandLine/lookups.ts';
import { keyStatus } from '../keys/keyRecords.ts';
import { hasOtherOwner } from '../organizations/owners.ts';
import { noteDisabled } from '../webhooks/lookups.ts';
import { endSessionsOf } from './sessionRecords.ts';
import { changeUser, presentUser } from './userRecords.ts';

/**
 * Disables a person. Every request checks whether its caller is disabled. Ends the person's sessions for good, and stops the endpoints in
 * the person's own organizations. Workers stop the endpoints that the person registered elsewhere as service staff.
 */
export async function disableUser(
  { stage, output, now, confirm }: Admin,
  reference: CallerReference,
): Promise<void> {
  const before = await existingUser(reference);
  const memberships = await listMemberships(before.id);
  const ownerless = await organizationsWithoutOther(memberships);
  if (before.disabled_at === null)
    await confirm(
      [
        `${labelOf(before)} cannot sign in any more, their keys stop working, and their sessions end for good.`,
        ...ownerless.map((id) => `${id} then has no owner who is not disabled.`),
      ].join(' '),
    );
  for (const membership of memberships) noteDisabled(output, await endpointsOf(membership));
  for (const id of ownerless)
    output.note(
      `${id} has no other owner who is not disabled. To make somebody owner: members set-role <user> owner --organization ${id}`,
    );
  const user = await changeUser(reference, 'user.disabled', (current) => [
    replaceCaller(asDisabled(current, now)),
  ]);
  const stopped = [];
  for (const membership of memberships) stopped.push(...(await stopEndpointsOf(membership, now)));

  const [sessions, keys] = await Promise.all([endSessionsOf(user.id, now), listApiKeys(user.id)]);
  const active = keys.filter((key) => keyStatus(key, stage, now) === 'active');
  output.record({
    ...presentUser(user),
    ended_sessions: sessions.length,
    active_keys: active.map(apiKeyIdOf),
    stopped_webhooks: stopped,
  });
  output.note(
    `${labelOf(user)} is disabled. Their keys are refused until you enable the person. Their webhook endpoints then stay disabled.`,
  );
}

/** Returns the organizations in which the member is the only owner who is not disabled. */
async function organizationsWithoutOther(memberships: readonly MemberItem[]): Promise<OrganizationId[]> {
  const owned = memberships.filter(({ role }) => role === 'owner');
  const others = await Promise.all(owned.map(hasOtherOwner));
  return owned.flatMap(({ organization_id }, index) => (others[index] ? [] : [organization_id]));
}

/** Stops the endpoints whose registrar is this member, and returns their ids. */
const stopEndpointsOf = (membership: MemberItem, now: number): Promise<WebhookId[]> =>
  retryOnConflict(async () => {
    const endpoints = await endpointsOf(membership);
    const { records, writes, finish } = disableEndpoints(endpoints, operator, now);
    const [first, ...others] = records;
    if (first) await commitChange({ records: [first, ...others], writes });
    await finish();
    return endpoints.map(({ id }) => id);
  });

export async function enableUser({ output }: Admin, reference: CallerReference): Promise<void> {
  const user = await changeUser(reference, 'user.enabled', (current) => [
    replaceCaller({ ...current, disabled_at: null }),
  ]);
  output.record(presentUser(user));
  output.note(`${labelOf(user)} can sign in, and their keys work again.`);
}

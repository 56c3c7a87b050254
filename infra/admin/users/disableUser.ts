import { disableEndpoints } from '../../../shared/acts/disableEndpoints.ts';
import type { ActorId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { apiKeyIdOf, listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { asDisabled, type CallerItem, replaceCaller } from '../../../shared/data/callers/callers.ts';
import {
  listMemberships,
  type MemberItem,
  type OrganizationItem,
} from '../../../shared/data/organizations/organizations.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { endpointsOf } from '../../../shared/data/webhooks/entitlement.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { operator } from '../../../shared/events/records/record.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference } from '../commandLine/arguments.ts';
import { existingOrganization, existingUser, labelOf, organizationLabel } from '../commandLine/lookups.ts';
import type { Output } from '../commandLine/output.ts';
import { keyStatus } from '../keys/keyRecords.ts';
import { hasOwnerBesides } from '../organizations/owners.ts';
import { noteDisabled } from '../webhooks/lookups.ts';
import { endSessionsOf } from './sessionRecords.ts';
import { changeUser, presentUser } from './userRecords.ts';

/**
 * Disables a person. Every request checks whether its caller is disabled. Ends the person's sessions for good, and stops the endpoints in
 * the person's own organizations. Workers stop the endpoints that the person registered elsewhere as service staff.
 */
export async function disableUser(admin: Admin, reference: CallerReference): Promise<void> {
  const { output, confirm } = admin;
  const before = await existingUser(reference);
  const memberships = await listMemberships(before.id);
  const ownerless = await organizationsLeft(memberships, new Set([before.id]));
  if (before.disabled_at === null)
    await confirm(
      [
        `${labelOf(before)} cannot sign in any more, their keys stop working, and their sessions end for good.`,
        ...ownerless.map(leftSentence),
      ].join(' '),
    );
  for (const membership of memberships) noteDisabled(output, await endpointsOf(membership));
  for (const organization of ownerless) noteLeft(output, organization);
  const user = await changeUser(reference, 'user.disabled', (current) => [
    replaceCaller(asDisabled(current, admin.now)),
  ]);
  const { ended_sessions, ...others } = await endAccessOf(user, admin);
  output.record({ ...presentUser(user), ended_sessions, ...others });
  output.note(
    `${labelOf(user)} is disabled. Their keys are refused until you enable the person. Their webhook endpoints then stay disabled.`,
  );
}

/** Ends the sessions of a disabled person, stops their endpoints, and returns what ended, with the keys that work again if they are enabled. */
export async function endAccessOf({ id }: CallerItem, { stage, now }: Pick<Admin, 'stage' | 'now'>) {
  const stopped: WebhookId[] = [];
  for (const membership of await listMemberships(id))
    stopped.push(...(await stopEndpointsOf(membership, now)));
  const [sessions, keys] = await Promise.all([endSessionsOf(id, now), listApiKeys(id)]);
  return {
    ended_sessions: sessions.length,
    active_keys: keys.filter((key) => keyStatus(key, stage, now) === 'active').map(apiKeyIdOf),
    stopped_webhooks: stopped,
  };
}

/** Returns the organizations of these memberships that have no enabled owner besides the people who leave. */
export async function organizationsLeft(
  memberships: readonly MemberItem[],
  leavers: ReadonlySet<ActorId>,
): Promise<OrganizationItem[]> {
  const owned = new Set(
    memberships.filter(({ role }) => role === 'owner').map(({ organization_id }) => organization_id),
  );
  const left: OrganizationItem[] = [];
  for (const id of owned)
    if (!(await hasOwnerBesides(id, leavers))) left.push(await existingOrganization(id));
  return left;
}

export const leftSentence = (organization: OrganizationItem): string =>
  `${organizationLabel(organization)} then has no owner who is not disabled.`;

/** Says how an organization without an enabled owner gets one. */
export const noteLeft = (output: Output, organization: OrganizationItem): void =>
  output.note(
    `${organizationLabel(organization)} has no other owner who is not disabled. To make somebody owner: members set-role <user> owner --organization ${organization.id}`,
  );

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

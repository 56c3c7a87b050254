import { rm } from 'node:fs/promises';
import type { OrganizationId } from '../../../shared/contract/identifiers.ts';
import { listApiKeys, removeApiKey } from '../../../shared/data/callers/apiKeys.ts';
import {
  type CallerItem,
  getCaller,
  removeCaller,
  removeServiceAccount,
} from '../../../shared/data/callers/callers.ts';
import { listSessions } from '../../../shared/data/callers/sessions.ts';
import { retentionInOrganization } from '../../../shared/data/documents/retention.ts';
import { listEveryGroupEntry, removeEntryOfDeletedGroup } from '../../../shared/data/groups/entries.ts';
import { removeGroupNames } from '../../../shared/data/groups/groupNames.ts';
import { listEveryGroup, removeGroup } from '../../../shared/data/groups/groups.ts';
import { listInvitations, removeInvitation } from '../../../shared/data/organizations/invitations.ts';
import {
  getOrganization,
  isPerson,
  listMembers,
  listMemberships,
  type MemberItem,
  removeMember,
  removeOrganizationItems,
} from '../../../shared/data/organizations/organizations.ts';
import { listPolicies, removePolicy } from '../../../shared/data/policies/policies.ts';
import { removePolicyNames } from '../../../shared/data/policies/policyNames.ts';
import { listEveryRoom, removeRoomParts } from '../../../shared/data/rooms/removal.ts';
import { removeRoomCount } from '../../../shared/data/rooms/roomCounts.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { listWebhooks } from '../../../shared/data/webhooks/webhooks.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { memberRecord } from '../../../shared/events/records/organizations.ts';
import { actRecord, operator } from '../../../shared/events/records/record.ts';
import { counted } from '../../../shared/text/words.ts';
import type { Admin } from '../commandLine/admin.ts';
import { organizationLabel, organizationNamed } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endKey } from '../keys/revokeKey.ts';
import type { Stage } from '../stage/stage.ts';
import { endSessions } from '../users/sessionRecords.ts';
import { deleteExisting } from '../webhooks/states.ts';
import { readPrepared } from './preparedFile.ts';

/**
 * Removes the callers that `prepare` made and the organizations that these callers founded. Removes credentials first and callers last, so
 * that the command can be repeated after an interruption.
 */
export async function remove({ stage, output, now, confirm }: Admin, file: string): Promise<void> {
  const { base_url, prepared } = await readPrepared(file);
  if (base_url !== stage.baseUrl)
    throw new Refusal(`${file} belongs to the stage at ${base_url}, but this stage is at ${stage.baseUrl}.`);

  const found = await Promise.all(prepared.caller_ids.map((id) => getCaller(id)));
  const callers = found.filter((caller) => caller !== undefined);
  await requireNothingKept(callers, now);
  await confirm(
    `${counted(callers.length, 'test account')} of ${file}, with their organizations, keys, sessions and webhooks, are removed for good.`,
  );
  for (const caller of callers) await removeCredentials(caller, stage, now);
  const memberships = await Promise.all(callers.map(({ id }) => listMemberships(id)));
  const organizationIds = new Set(memberships.flat().map(({ organization_id }) => organization_id));
  for (const organizationId of organizationIds) await removeAll(organizationId, callers, stage, now);
  for (const { id } of callers)
    await retryOnConflict(async () => {
      const caller = await getCaller(id);
      if (caller) await writeBookkeeping(removeCaller(caller));
    });
  await rm(file);
  output.record({ callers: callers.length, organizations: organizationIds.size });
  output.note(`The people are removed, and ${file} is deleted.`);
}

/** Throws a Refusal if a policy keeps a document. An owner must first end the retention, while the credentials still work. */
async function requireNothingKept(callers: readonly CallerItem[], now: number): Promise<void> {
  const memberships = await Promise.all(callers.map(({ id }) => listMemberships(id)));
  for (const id of new Set(memberships.flat().map(({ organization_id }) => organization_id))) {
    const retention = await retentionInOrganization(id, now);
    if (retention)
      throw new Refusal(
        `The policy ${retention.policy.id} keeps a document of ${await organizationNamed(id)}. An owner must end this first.`,
      );
  }
}

/** Removes from the organization a service account that a test made. Removes the account itself if it belongs to no other organization. */
async function removeAccount(member: MemberItem, stage: Stage, now: number): Promise<void> {
  const account = await getCaller(member.user_id);
  const isElsewhere = (await listMemberships(member.user_id)).length > 1;
  const records = [memberRecord('member.removed', member, operator)] as const;
  if (!account || isElsewhere)
    return void (await commitChange({ records: records, writes: [removeMember(member)] }));
  await removeCredentials(account, stage, now);
  await commitChange({
    records: records,
    writes: [removeMember(member), ...removeServiceAccount(account)],
  });
}

async function removeCredentials({ id }: CallerItem, stage: Stage, now: number): Promise<void> {
  for (const key of await listApiKeys(id)) {
    await endKey(stage, key, now);
    await writeBookkeeping(removeApiKey(key));
  }
  await endSessions(id, await listSessions(id));
}

async function removeGroups(organizationId: OrganizationId): Promise<void> {
  for (const group of await listEveryGroup(organizationId)) {
    for await (const entries of listEveryGroupEntry(group.id))
      for (const entry of entries) await retryOnConflict(() => removeEntryOfDeletedGroup(entry));
    await writeBookkeeping([removeGroup(group)]);
  }
}

async function removeRooms(organizationId: OrganizationId): Promise<void> {
  for await (const ids of listEveryRoom(organizationId))
    for (const id of ids) await removeRoomParts(organizationId, id, () => false);
}

/** Removes an organization and everything in it. Throws a Refusal if another caller is a member of the organization. */
async function removeAll(
  organizationId: OrganizationId,
  callers: readonly CallerItem[],
  stage: Stage,
  now: number,
): Promise<void> {
  const isKnown = ({ user_id }: MemberItem) => callers.some(({ id }) => id === user_id);
  for (const { id } of await listWebhooks(organizationId)) await deleteExisting(id);
  for (const invitation of await listInvitations(organizationId, now))
    await commitChange({
      records: [actRecord('invitation.deleted', organizationId, operator, { invitation_id: invitation.id })],
      writes: [removeInvitation(invitation)],
    });
  // Removes each policy in a transaction of its own, because many policies would not fit into one transaction.
  for (const policy of await listPolicies(organizationId)) await writeBookkeeping([removePolicy(policy)]);
  await removeRooms(organizationId);
  await removeGroups(organizationId);
  for (const member of await listMembers(organizationId))
    if (!isPerson(member) && !isKnown(member)) await removeAccount(member, stage, now);
  await retryOnConflict(async () => {
    const organization = await getOrganization(organizationId);
    if (!organization) return;
    const members = await listMembers(organizationId);
    const other = members.find((member) => !isKnown(member));
    if (other)
      throw new Refusal(
        `${other.user_id} is a member of ${organizationLabel(organization)} too. Remove them with: members remove`,
      );
    await commitChange({
      records: [actRecord('organization.deleted', organizationId, operator)],
      writes: [
        ...members.map(removeMember),
        removePolicyNames(organizationId),
        removeGroupNames(organizationId),
        removeRoomCount(organizationId),
        ...removeOrganizationItems(organization),
      ],
    });
  });
}

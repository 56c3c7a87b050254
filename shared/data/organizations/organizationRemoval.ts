import {
  type ActorId,
  actorId,
  type GroupId,
  type OrganizationId,
  type RoomId,
  type WebhookId,
} from '../../contract/identifiers.ts';
import { endApiKey, listApiKeys, removeApiKey } from '../callers/apiKeys.ts';
import { removeServiceAccount } from '../callers/callers.ts';
import { anyGroupIdIn, groupEntriesKey } from '../keys/groups.ts';
import type { Key } from '../keys/key.ts';
import { deletedOrganizationKey, suspendedWebhookIdIn, usageKey } from '../keys/organizations.ts';
import { removedRoomIdsIn } from '../keys/rooms.ts';
import { laneKey, webhooksKey } from '../keys/webhooks.ts';
import { writeBookkeeping } from '../table/commit.ts';
import { listBeside, removeItems } from '../table/partitions.ts';
import { listMemberships } from './organizations.ts';

/**
 * An item of an organization, other than its documents: a present or former member, a policy, a group, an invitation or an endpoint. If it leads to
 * other items, these must be removed first.
 */
export interface OrganizationPart {
  readonly key: Key;
  /** The user of a present or former member; undefined for other parts. */
  readonly user_id: ActorId | undefined;
  /** The endpoint's id; undefined for other parts. */
  readonly webhook_id: WebhookId | undefined;
  /** The id of a group, deleted or not; undefined for other parts. */
  readonly group_id: GroupId | undefined;
  /** The id of a deleted room; undefined for other parts. */
  readonly room_id: RoomId | undefined;
}

/** Lists some parts of an organization that is being removed, endpoints first; empty when none are left. */
export async function listParts(organizationId: OrganizationId): Promise<OrganizationPart[]> {
  const endpoints = await listBeside(webhooksKey(organizationId));
  const found =
    endpoints.length > 0 ? endpoints : await listBeside(deletedOrganizationKey(organizationId), ['user_id']);
  return found.map(({ key, item }) => ({
    key,
    user_id: actorId.safeParse(item.user_id).data,
    webhook_id: suspendedWebhookIdIn(key),
    group_id: anyGroupIdIn(key),
    room_id: removedRoomIdsIn(key)?.room_id,
  }));
}

/**
 * Removes an actor's API keys for an organization that is being removed. A service account that belongs to no other organization is removed
 * too. An API key that has a key of API Gateway is only revoked, because operators remove the key of API Gateway.
 */
export async function removeActor(
  userId: ActorId,
  organizationId: OrganizationId,
  now: number,
): Promise<void> {
  const isLeft = userId.startsWith('svc_') && (await listMemberships(userId)).length === 0;
  for (const key of await listApiKeys(userId)) {
    if (key.organization_id !== organizationId && !isLeft) continue;
    if (key.usage_key) await endApiKey(key.uuid, now);
    else await writeBookkeeping(removeApiKey(key));
  }
  if (isLeft) await writeBookkeeping(removeServiceAccount({ id: userId }));
}

/** Removes the lane of an endpoint and its deliveries. Returns false when the time ran out before. */
export const removeDeliveries = (webhookId: WebhookId, isOver: () => boolean): Promise<boolean> =>
  removePartition(laneKey(webhookId), isOver);

/** Removes the entries of a group. Returns false when the time ran out before. */
export const removeGroupEntries = (groupId: GroupId, isOver: () => boolean): Promise<boolean> =>
  removePartition(groupEntriesKey(groupId), isOver);

/** Removes an organization's counts. Returns false when the time ran out before. */
export const removeUsage = (organizationId: OrganizationId, isOver: () => boolean): Promise<boolean> =>
  removePartition(usageKey(organizationId), isOver);

/** Removes an item after everything else in its partition. */
async function removePartition(key: Key, isOver: () => boolean): Promise<boolean> {
  for (let beside = await listBeside(key); beside.length > 0; beside = await listBeside(key)) {
    if (isOver()) return false;
    await removeItems(beside.map((one) => one.key));
  }
  await removeItems([key]);
  return true;
}

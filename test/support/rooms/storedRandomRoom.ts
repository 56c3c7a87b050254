/** Stores rooms at random, with their visitors. Import this file only when the environment names the table. */

import { dayMilliseconds } from '../../../shared/contract/days.ts';
import type { MemberRole } from '../../../shared/contract/enumerations.ts';
import {
  type DocumentId,
  type GroupId,
  type OrganizationId,
  ulidOf,
} from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { User } from '../../../shared/contract/resources/user.ts';
import { type CallerItem, newServiceAccount } from '../../../shared/data/callers/callers.ts';
import { createDocument, type DocumentItem } from '../../../shared/data/documents/documents.ts';
import { founding } from '../../../shared/data/organizations/membership.ts';
import {
  createPolicy,
  getPolicyAndNames,
  newPolicy,
  type PolicyItem,
} from '../../../shared/data/policies/policies.ts';
import { acknowledge } from '../../../shared/data/reading/acknowledgements.ts';
import { createAccess } from '../../../shared/data/rooms/access.ts';
import { createGate } from '../../../shared/data/rooms/gate.ts';
import { createFolder, placeDocument } from '../../../shared/data/rooms/items.ts';
import { createRoom } from '../../../shared/data/rooms/rooms.ts';
import { type Change, transact } from '../../../shared/data/table/commit.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';
import type { Client } from '../client.ts';
import { joined, storedApiKey, storedMember, storedOrganization, storedPerson } from '../people/people.ts';
import { readyDocument } from '../storedDocuments.ts';
import type { GatePolicy, Group, Paper, RandomRoom, Visitor } from './randomRoom.ts';
import { visitors } from './randomRoom.ts';
import { type Cast, type RoomRecords, recordsOf, timeAround } from './records.ts';

export type Headers = Readonly<Record<string, string>>;

/** The visitors of rooms, with an account and an API key each. */
export interface StoredCast extends Cast {
  readonly headersOf: (visitor: Visitor) => Headers;
  readonly setGroup: (group: Group, id: GroupId) => void;
  readonly domainOf: (domain: string) => string;
}

const proofOfMilliseconds = { recent: 0, old: 100 * dayMilliseconds };

export async function storeCast(call: Client): Promise<StoredCast> {
  const organization = await storedOrganization();
  const { headers: asOwner } = await storedApiKey(organization.owner);
  const tag = newUlid();
  const domainOf = (domain: string) => `${tag}.${domain}`;
  const stored = new Map<Visitor, { readonly caller: CallerItem; readonly headers: Headers }>();
  for (const visitor of visitors) {
    const proof = visitor.isProven ? proofOfMilliseconds.recent : proofOfMilliseconds.old;
    const given = {
      name: visitor.name,
      email: `${visitor.name}@${domainOf(visitor.domain)}`,
      proven_at: new Date(Date.now() - proof).toISOString(),
    };
    const caller = await storedVisitor(visitor, organization.id, given);
    stored.set(visitor, { caller, headers: (await keyOf(visitor, caller)).headers });
    if (visitor.role !== 'left') continue;
    const path = { user_id: `usr_${ulidOf(caller.id)}` };
    await call.removeMember({ headers: asOwner, path });
  }
  const groups = new Map<Group, GroupId>();
  const found = <K, V>(map: ReadonlyMap<K, V>, key: K): V => {
    const value = map.get(key);
    if (value === undefined) throw new Error('nobody stored this');
    return value;
  };
  return {
    organization_id: organization.id,
    idOf: (visitor) => found(stored, visitor).caller.id,
    addressOf: (visitor) => found(stored, visitor).caller.email ?? '',
    idOfGroup: (group) => found(groups, group),
    headersOf: (visitor) => found(stored, visitor).headers,
    setGroup: (group, id) => groups.set(group, id),
    domainOf,
  };
}

async function storedVisitor(
  { role, isPerson, isBoundElsewhere, actsElsewhere }: Visitor,
  organizationId: OrganizationId,
  given: Pick<CallerItem, 'name' | 'email' | 'proven_at'>,
): Promise<CallerItem> {
  if (!isPerson) return storedMember(organizationId, 'member', newServiceAccount(given.name));
  if (isBoundElsewhere) return storedMember((await storedOrganization()).id, 'member', given);
  if (actsElsewhere) return storedInTwo(organizationId, 'admin', given);
  return role === null
    ? storedPerson(given)
    : storedMember(organizationId, role === 'left' ? 'member' : role, given);
}

/** Makes a person who acts in an organization of their own, and is a member of another one. */
async function storedInTwo(
  organizationId: OrganizationId,
  role: MemberRole,
  given: Pick<CallerItem, 'name' | 'email' | 'proven_at'>,
): Promise<CallerItem> {
  const [, , founder] = await transact(founding(await storedPerson(given), 'Their own', Date.now()).writes);
  return joined(founder, organizationId, role);
}

/** Makes the key of a visitor. Members have a key that is bound to their organization, people without one have a key that is not bound. */
const keyOf = ({ role, actsElsewhere }: Visitor, caller: CallerItem) =>
  storedApiKey(caller, role === 'left' || actsElsewhere ? { organization_id: null } : {});

/** Stores a room with its groups, documents, access entries and gate, as they are at `now` (epoch milliseconds). */
export async function storeRoom(
  call: Client,
  room: RandomRoom,
  cast: StoredCast,
  now: number,
): Promise<RoomRecords> {
  const [, owner] = visitors;
  const headers = cast.headersOf(owner);
  await storeGroups(call, room.groups, cast);
  const records = recordsOf(room, cast, now);
  const { frame, placed, papers } = records;
  const writes: Change[] = [
    createRoom(frame.room),
    ...frame.folders.map((folder) => createFolder(frame.room.id, folder)),
    ...frame.access.map((entry) => createAccess(entry, undefined)),
    ...placed.flatMap((document) => placeDocument(frame.room.id, document, undefined)),
    ...[...papers].map(([id, paper]) => createDocument(documentOf(id, paper, cast, now))),
  ];
  for (let start = 0; start < writes.length; start += 50) await transact(writes.slice(start, start + 50));
  for (const policy of room.gate) await storeAtGate(policy, records, cast, now);
  for (const group of room.groups)
    if (group.isDeleted) await call.deleteGroup({ headers, path: { group_id: cast.idOfGroup(group) } });
  return records;
}

/** Stores groups with their entries, except that none is deleted. */
export async function storeGroups(call: Client, groups: readonly Group[], cast: StoredCast): Promise<void> {
  const [, owner] = visitors;
  for (const group of groups)
    cast.setGroup(group, await storeGroup(call, cast.headersOf(owner), group, cast));
}

async function storeGroup(call: Client, headers: Headers, group: Group, cast: StoredCast): Promise<GroupId> {
  const json = { name: `${group.name} ${newUlid()}` };
  const { id: group_id } = (await call.createGroup({ headers, json })).body;
  const entries = [
    ...group.members.map((visitor) => ({ user_id: `usr_${ulidOf(cast.idOf(visitor))}` })),
    ...group.addresses.map((visitor) => ({ email: cast.addressOf(visitor) })),
    ...group.domains.map((domain) => ({ domain: cast.domainOf(domain) })),
  ];
  for (const entry of entries) await call.createGroupEntry({ headers, path: { group_id }, json: entry });
  return group_id;
}

function documentOf(id: DocumentId, paper: Paper, cast: Cast, now: number): DocumentItem {
  const created_by = userOf(paper.privateOf ?? visitors[0], cast);
  const access_level = paper.privateOf ? 'private' : 'organization';
  const given = {
    organization_id: cast.organization_id,
    title: paper.name,
    access_level,
    created_by,
  } as const;
  const document = { ...readyDocument(given, { id: newId('ver'), size_bytes: 1 }), id };
  if (paper.content === 'unready')
    return { ...document, processing_status: 'processing', current_version: null };
  return paper.content === 'deleted'
    ? { ...document, deletion_id: newUlid(), restorable_until_ms: now + dayMilliseconds }
    : document;
}

export const userOf = (visitor: Visitor, cast: Cast): User => ({
  id: cast.idOf(visitor),
  type: visitor.isPerson ? 'user_account' : 'service_account',
  name: visitor.name,
});

/** Stores a policy with a name of its own. */
export async function storePolicy(
  organizationId: OrganizationId,
  name: string,
  rules: Rules,
): Promise<PolicyItem> {
  const policy = newPolicy(organizationId, `${name} ${newUlid()}`, rules);
  const { names } = await getPolicyAndNames(organizationId);
  await transact([...createPolicy(policy, names)]);
  return policy;
}

async function storeAtGate(
  { allowed, acceptedBy, ends, limit }: GatePolicy,
  { frame: { room } }: RoomRecords,
  cast: StoredCast,
  now: number,
): Promise<void> {
  const text = `Text ${newUlid()}`;
  const end = timeAround(ends, now);
  const rules: Rules = {
    ...(allowed && {
      ...(allowed.groups.length > 0 && { allowed_groups: allowed.groups.map(cast.idOfGroup) }),
      allowed_emails: allowed.addresses.map(cast.addressOf),
    }),
    ...(acceptedBy && { acknowledgement: text }),
    ...(end && { expires_at: end }),
    ...(limit && { [limit]: true }),
  };
  const policy = await storePolicy(room.organization_id, 'Policy', rules);
  const gate = {
    room_id: room.id,
    attached_at: new Date(now).toISOString(),
    attached_by: room.created_by,
    policy: { id: policy.id, name: policy.name },
  };
  await transact(createGate(room, gate));
  for (const visitor of acceptedBy ?? [])
    await transact([
      acknowledge(room.id, { user_id: cast.idOf(visitor) }, { policy_id: policy.id, text }, now),
    ]);
}

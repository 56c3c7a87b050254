import * as z from 'zod/mini';
import {
  type OrganizationId,
  organizationId,
  type PolicyId,
  policyId,
  ulidOf,
} from '../../contract/identifiers.ts';
import type { Rules } from '../../contract/resources/rules.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { eraseGroupEntry, eraseGroupsOf } from '../groups/entries.ts';
import { activityPrefix } from '../keys/activity.ts';
import { earlierTextPrefix } from '../keys/documents.ts';
import { groupEntryPrefix, groupsOfPrefix, groupsOfSort } from '../keys/groups.ts';
import { mailCountPrefix, mailPrefix } from '../keys/mail.ts';
import { invitationPrefix, leftSort, memberPrefix, suspendedPrefix } from '../keys/organizations.ts';
import { attachmentPrefix, policyPrefix } from '../keys/policies.ts';
import { anyReader } from '../keys/reading.ts';
import { accessPrefix, gatePrefix, roomReadingsPrefix } from '../keys/rooms.ts';
import { accessRequestPrefix } from '../keys/shares.ts';
import { addressHashOf } from '../mail/mailBlocks.ts';
import { eraseAccess } from '../rooms/accessLists.ts';
import { bookkeeping, removalIfThere, writeBookkeeping } from '../table/commit.ts';
import { scanAs } from '../table/read.ts';
import { table } from '../table/table.ts';
import { type Update, updateIf } from '../table/update.ts';
import { erasedName } from './callers.ts';
import { jsonWithoutPerson, type Person } from './withoutPerson.ts';

/**
 * Items that name a person, but belong to others. They show the name that the person had then, and stay when the person is erased. Erasing
 * the name sends no event. It raises the revision of the item, so that a replacement by an older state conflicts.
 */

/** The attributes of items that hold a user. */
const places = [
  'created_by',
  'attached_by',
  'attachment.attached_by',
  'replaced_by',
  'made_by',
  'ended_by',
] as const;

/** The beginning of the sort keys of a share's items. */
const anyShare = 'SHARE';

/** The beginning of the sort key of a member of a deleted organization. */
const suspendedMember = suspendedPrefix + memberPrefix;

const mention = z.object({
  [table.partitionKey]: z.string(),
  [table.sortKey]: z.string(),
  revision: z.optional(z.int()),
  /** JSON of an event, or of an answer that is replayed. */
  body: z.optional(z.nullable(z.string())),
  /** The address that an invitation or a share is for. */
  email: z.optional(z.nullable(z.string())),
  /** The id of a member, or of a person who asks for access. */
  user_id: z.optional(z.string()),
  /** The person who withdrew a share. An item can name one person there and in `created_by`. */
  ended_by: z.optional(z.object({ id: z.string(), name: z.string() })),
});
export type Mention = z.infer<typeof mention>;

/**
 * Scans the whole table for items that name a person. No index finds all of them: for example, no index has the items that a person made in
 * an organization that they left.
 */
export function scanMentions(person: Person): AsyncGenerator<Mention[]> {
  const conditions = [
    ...places.map((place) => `(${place}.id = :id AND ${place}.#name <> :erased)`),
    'contains(body, :ulid)',
    'contains(body, :email)',
    'contains(body, :address)',
    // A rule may write the address in another case.
    'contains(body, :allowed)',
    `(begins_with(${table.sortKey}, :invitation) AND email = :address)`,
    `(begins_with(${table.sortKey}, :share) AND email = :address)`,
    `(begins_with(${table.sortKey}, :accessRequest) AND (user_id = :id OR email = :address))`,
    `(begins_with(${table.sortKey}, :roomAccess) AND email = :address)`,
    `(begins_with(${table.partitionKey}, :roomReadings) AND contains(${table.sortKey}, :ulid))`,
    `${table.sortKey} = :left`,
    `(begins_with(${table.sortKey}, :groupEntry) AND (user_id = :id OR email = :address))`,
    `${table.sortKey} IN (:groupsOfPerson, :groupsOfAddress)`,
    `(begins_with(${table.partitionKey}, :mail) AND address_hash = :hash)`,
    `(begins_with(${table.partitionKey}, :mailCount) AND (contains(${table.partitionKey}, :hash) OR contains(${table.sortKey}, :hash)))`,
    `(begins_with(${table.sortKey}, :reader) AND contains(${table.sortKey}, :id))`,
    `(begins_with(${table.partitionKey}, :activity) AND attribute_exists(personal) AND (actor_id = :id OR personal.address = :address))`,
    `(begins_with(${table.sortKey}, :suspended) AND user_id = :id AND #name <> :erased)`,
  ];
  return scanAs(mention, {
    FilterExpression: conditions.join(' OR '),
    ProjectionExpression: `${table.partitionKey}, ${table.sortKey}, revision, body, email, user_id, ended_by`,
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: {
      ':id': person.id,
      ':ulid': ulidOf(person.id),
      ':email': inJson(person.email),
      ':address': inJson(normalizedEmail(person.email) ?? person.email),
      ':erased': erasedName,
      ':invitation': invitationPrefix,
      ':share': anyShare,
      ':accessRequest': accessRequestPrefix,
      ':roomAccess': accessPrefix,
      ':roomReadings': roomReadingsPrefix,
      ':mail': mailPrefix,
      ':mailCount': mailCountPrefix,
      ':hash': addressHashOf(normalizedEmail(person.email) ?? person.email),
      ':left': leftSort(normalizedEmail(person.email) ?? ''),
      ':groupEntry': groupEntryPrefix,
      ':groupsOfPerson': groupsOfSort({ user_id: person.id }),
      ':groupsOfAddress': groupsOfSort({ email: normalizedEmail(person.email) ?? '' }),
      ':reader': anyReader,
      ':suspended': suspendedMember,
      ':activity': activityPrefix,
      ':allowed': `"${allowedEmails}"`,
    },
    ConsistentRead: true,
  });
}

/** The rule that contains addresses, as events name it. */
const allowedEmails = 'allowed_emails' satisfies keyof Rules;

const allowing = z.object({
  id: policyId,
  organization_id: organizationId,
  rules: z.unknown(),
});

/**
 * Lists the policies whose rules name the address of a person, with the rules that only a later release knows. These policies belong to
 * organizations, so they stay.
 */
export async function listPoliciesThatName({ email }: Pick<Person, 'email'>) {
  const found: { readonly organization_id: OrganizationId; readonly policy_id: PolicyId }[] = [];
  const address = normalizedEmail(email);
  if (address === undefined) return found;
  for await (const policies of scanAs(allowing, {
    FilterExpression: `begins_with(${table.sortKey}, :policy) AND attribute_exists(#rules)`,
    ProjectionExpression: 'id, organization_id, #rules',
    ExpressionAttributeNames: { '#rules': 'rules' },
    ExpressionAttributeValues: { ':policy': policyPrefix },
    ConsistentRead: true,
  }))
    for (const { id, organization_id, rules } of policies)
      if (textsIn(rules).some((text) => text.includes('@') && normalizedEmail(text) === address))
        found.push({ organization_id, policy_id: id });
  return found;
}

/** Returns all texts of a JSON value, but not the names of fields. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Returns a text as JSON writes it between quotes. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * Erases a person from an item. Removes invitations, shares, access entries, entries of groups and mails for them, their requests for
 * access, and what they read. Returns false if there was nothing to erase, because a body may contain only their id. A call can be
 * repeated.
 */
export async function eraseMention(found: Mention, person: Person): Promise<boolean> {
  const { pk, sk, email } = found;
  const address = normalizedEmail(person.email);
  const isForThem = email === address && (sk.startsWith(invitationPrefix) || sk.startsWith(anyShare));
  const isOfMail = pk.startsWith(mailPrefix) || pk.startsWith(mailCountPrefix);
  if (sk.startsWith(groupEntryPrefix) || sk.startsWith(groupsOfPrefix)) {
    await (sk.startsWith(groupEntryPrefix) ? eraseGroupEntry : eraseGroupsOf)({ pk, sk });
    return true;
  }
  if (sk.startsWith(accessPrefix) && email === address) {
    await eraseAccess({ pk, sk });
    return true;
  }
  const isReader = sk.startsWith(anyReader) || pk.startsWith(roomReadingsPrefix);
  const isAsking = sk.startsWith(accessRequestPrefix);
  if (isForThem || isAsking || isOfMail || isReader || (address !== undefined && sk === leftSort(address))) {
    await writeBookkeeping([bookkeeping('removal', removalIfThere({ pk, sk }))]);
    return true;
  }
  const update = erasing(found, person);
  return update !== undefined && (await updateIf({ pk, sk }, update)) !== undefined;
}

/** Returns the update that erases a person from an item; undefined when the body of the item does not name the person. */
function erasing({ pk, sk, revision, body, user_id, ended_by }: Mention, person: Person): Update | undefined {
  // Items that are never replaced have no revision.
  const next = revision === undefined ? '' : 'ADD revision :one';
  const by = revision === undefined ? {} : { ':one': 1 };
  // An entry about a share with the erased person also loses the name of the person who shared, because one commitment covers both names.
  // The commitment stays, so that the chain that seals the entry stays valid. Without the salt, nobody can find the committed text.
  if (pk.startsWith(activityPrefix))
    return {
      UpdateExpression: 'REMOVE personal',
      ConditionExpression: 'attribute_exists(personal)',
    };
  // The member stays counted, also as an owner, in case the organization is restored.
  if (sk.startsWith(suspendedMember) && user_id === person.id)
    return {
      UpdateExpression: `SET #name = :erased, email = :none, given_name = :none, family_name = :none ${next}`,
      ConditionExpression: 'attribute_exists(user_id)',
      ExpressionAttributeNames: { '#name': 'name' },
      ExpressionAttributeValues: { ':erased': erasedName, ':none': null, ...by },
    };
  if (typeof body === 'string') {
    const rest = jsonWithoutPerson(body, person);
    if (rest === body) return undefined;
    return {
      UpdateExpression: `SET body = :rest ${next}`,
      ConditionExpression: 'body = :body',
      ExpressionAttributeValues: { ':rest': rest, ':body': body, ...by },
    };
  }
  const hasEnded = ended_by?.id === person.id && ended_by.name !== erasedName;
  const place = hasEnded ? 'ended_by' : placeIn(pk, sk);
  return {
    UpdateExpression: `SET ${place}.#name = :erased ${next}`,
    ConditionExpression: `${place}.id = :id`,
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: { ':erased': erasedName, ':id': person.id, ...by },
  };
}

function placeIn(partition: string, sortKey: string): (typeof places)[number] {
  // Recent attachments are also in the partition of their organization.
  if (partition.startsWith('ORG#') && sortKey.startsWith(attachmentPrefix)) return 'attachment.attached_by';
  if (sortKey.startsWith(attachmentPrefix) || sortKey.startsWith(gatePrefix)) return 'attached_by';
  if (sortKey.startsWith(earlierTextPrefix)) return 'replaced_by';
  // Service accounts are members, and API keys have a partition each.
  if ([memberPrefix, suspendedMember, 'KEY'].some((prefix) => sortKey.startsWith(prefix))) return 'made_by';
  return sortKey.startsWith(policyPrefix) ? 'attachment.attached_by' : 'created_by';
}

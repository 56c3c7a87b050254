import type { Ulid } from '../../../shared/contract/identifiers.ts';
import { listEveryActivity } from '../../../shared/data/activity/activityLists.ts';
import { apiKeyIdOf } from '../../../shared/data/callers/apiKeys.ts';
import { listEveryGroupEntry } from '../../../shared/data/groups/entries.ts';
import { type GroupItem, listEveryGroup } from '../../../shared/data/groups/groups.ts';
import { getMails } from '../../../shared/data/mail/mails.ts';
import { listInvitations } from '../../../shared/data/organizations/invitations.ts';
import {
  isPerson,
  listEverMembers,
  listMembers,
  type MemberItem,
  type OrganizationItem,
} from '../../../shared/data/organizations/organizations.ts';
import { listSuspended } from '../../../shared/data/organizations/suspension.ts';
import { listPolicies } from '../../../shared/data/policies/policies.ts';
import { besideEntries } from '../../../shared/data/reading/besideEntries.ts';
import { listDeliveries, readAttempts } from '../../../shared/data/webhooks/deliveryLists.ts';
import { listEveryEvent } from '../../../shared/data/webhooks/eventLists.ts';
import { payloadOf } from '../../../shared/data/webhooks/events.ts';
import { listWebhooks, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { allRules } from '../../../shared/policies/storedRules.ts';
import { presentGroup, presentGroupEntry } from '../../../shared/presentation/groups.ts';
import {
  presentActivity,
  presentDelivery,
  presentInvitation,
  presentMember,
  presentPolicy,
  presentServiceAccount,
} from '../../../shared/presentation/present.ts';
import { presentWebhookDetails } from '../../../shared/webhooks/details.ts';
import { listKeysOf, presentKey } from '../keys/keyRecords.ts';
import type { Stage } from '../stage/stage.ts';
import { Lines } from './folder.ts';

const deliveriesAPage = 100;

/** Exports everything except documents, in the form that clients see, which has no secrets. `now`: epoch milliseconds. */
export async function exportRecords(folder: string, { id }: OrganizationItem, stage: Stage, now: number) {
  const write = async (path: string, records: Iterable<object> | AsyncIterable<object>) => {
    const lines = new Lines(folder, path);
    for await (const record of records) await lines.append(record);
    return lines.close();
  };
  const suspended = await listSuspended(id);
  const members = [...(await listMembers(id)), ...suspended.members];
  const here = new Set(members.map(({ user_id }) => user_id));
  const former = (await listEverMembers(id)).filter((userId) => !here.has(userId));
  const webhooks = [...(await listWebhooks(id)), ...suspended.webhooks];
  const groups = await listEveryGroup(id);
  const invitations = await listInvitations(id, now);
  const mails = await getMails(
    invitations.flatMap(({ mail_id }) => mail_id ?? []),
    now,
  );
  return [
    await write('members.jsonl', members.filter(isPerson).map(presentMember)),
    await write('service_accounts.jsonl', members.filter((one) => !isPerson(one)).map(presentServiceAccount)),
    await write(
      'former_members.jsonl',
      former.map((user_id) => ({ user_id })),
    ),
    await write(
      'invitations.jsonl',
      invitations.map((one) => presentInvitation(one, one.mail_id && mails.get(one.mail_id))),
    ),
    await write(
      'policies.jsonl',
      (await listPolicies(id)).map((policy) => ({
        ...presentPolicy(policy),
        rules: allRules(policy.rules ?? {}),
        archived_at: policy.archived_at ?? null,
      })),
    ),
    await write('groups.jsonl', groups.map(presentGroup)),
    await write('group_entries.jsonl', entriesOf(groups)),
    await write('api_keys.jsonl', keysOf(id, [...here, ...former], stage, now)),
    await write('webhooks.jsonl', endpoints(webhooks)),
    await write('webhook_deliveries.jsonl', deliveriesTo(webhooks)),
    await write('activity.jsonl', activityIn(id)),
    await exportEvents(folder, id),
  ];
}

/**
 * Returns the keys that are bound to the organization. Other keys act in the current organization of their owner and are not part of the
 * export.
 */
async function* keysOf(
  organizationId: OrganizationItem['id'],
  owners: readonly MemberItem['user_id'][],
  stage: Stage,
  now: number,
) {
  for await (const key of listKeysOf(owners)) {
    if (key.organization_id !== organizationId) continue;
    const { usage_key_id: _metering, ...presented } = presentKey(key, stage, now);
    yield { ...presented, id: apiKeyIdOf(key) };
  }
}

async function* entriesOf(groups: readonly GroupItem[]) {
  for (const { id: group_id } of groups)
    for await (const page of listEveryGroupEntry(group_id))
      for (const entry of page) yield { group_id, ...presentGroupEntry(entry) };
}

async function* endpoints(webhooks: readonly WebhookItem[]) {
  for (const webhook of webhooks) yield presentWebhookDetails(webhook);
}

async function* deliveriesTo(webhooks: readonly WebhookItem[]) {
  for (const { id: webhook_id } of webhooks) {
    let after: Ulid | undefined;
    do {
      const { items, next } = await listDeliveries(webhook_id, { after, limit: deliveriesAPage });
      const attempts = await readAttempts(items);
      for (const [index, delivery] of items.entries())
        yield { webhook_id, ...presentDelivery(delivery, attempts[index] ?? []) };
      after = next;
    } while (after !== undefined);
  }
}

/** Returns the entries of activity, including entries about private documents. */
async function* activityIn(organizationId: OrganizationItem['id']) {
  for await (const page of listEveryActivity(organizationId)) {
    const beside = await besideEntries(page);
    for (const entry of page) yield presentActivity(entry, beside(entry));
  }
}

/** Writes events byte for byte as they were delivered. */
async function exportEvents(folder: string, organizationId: OrganizationItem['id']) {
  const lines = new Lines(folder, 'events.jsonl');
  for await (const page of listEveryEvent(organizationId))
    for (const event of page) await lines.appendJson(payloadOf(event));
  return lines.close();
}

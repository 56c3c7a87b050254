import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Event, type EventData, eventOf } from '../../../shared/contract/events.ts';
import { type EventType, eventTypes } from '../../../shared/contract/eventTypes.ts';
import { type RoomId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { readingEventTypes } from '../../../shared/contract/readingEvents.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import type { OrganizationMember } from '../../../shared/contract/resources/organization.ts';
import type { DocumentPolicy, OrganizationPolicy } from '../../../shared/contract/resources/policy.ts';
import type { Room } from '../../../shared/contract/resources/room.ts';
import type { Version } from '../../../shared/contract/resources/version.ts';
import type { WebhookEndpoint, WebhookWithState } from '../../../shared/contract/resources/webhook.ts';
import { eventExamples } from '../../../shared/contract/words/eventTypes.ts';
import { newActivity } from '../../../shared/data/activity/activity.ts';
import { newApiKey, uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { newVersion, type VersionItem } from '../../../shared/data/documents/versions.ts';
import type { MemberItem } from '../../../shared/data/organizations/organizations.ts';
import type { AttachmentItem } from '../../../shared/data/policies/attachments.ts';
import type { PolicyItem } from '../../../shared/data/policies/policies.ts';
import type { ListedAccess } from '../../../shared/data/rooms/listedAccess.ts';
import { newRoom, type RoomRecord } from '../../../shared/data/rooms/rooms.ts';
import { createdAt, newId, newUlid } from '../../../shared/data/table/ids.ts';
import { eventLifetimeSeconds, payloadOf } from '../../../shared/data/webhooks/events.ts';
import { disabledFor, type WebhookItem } from '../../../shared/data/webhooks/webhooks.ts';
import { apiKeyRecord } from '../../../shared/events/records/apiKeys.ts';
import { documentChange, documentRecord, versionRecord } from '../../../shared/events/records/documents.ts';
import { groupRecord } from '../../../shared/events/records/groups.ts';
import { memberRecord, organizationRecord } from '../../../shared/events/records/organizations.ts';
import {
  attachmentRecord,
  newPolicyRecord,
  policyUpdateRecord,
} from '../../../shared/events/records/policies.ts';
import { readingRecord } from '../../../shared/events/records/readings.ts';
import type { By, ChangeRecord } from '../../../shared/events/records/record.ts';
import {
  gateChangeRecord,
  roomAccessRecord,
  roomAccessUpdateRecord,
} from '../../../shared/events/records/roomAccess.ts';
import {
  itemRecord,
  itemsAddedRecord,
  itemUpdateRecord,
  roomRecord,
  roomUpdateRecord,
} from '../../../shared/events/records/rooms.ts';
import { accessRequestRecord, shareRecord } from '../../../shared/events/records/shares.ts';
import { webhookDisabledRecord, webhookTest } from '../../../shared/events/records/webhooks.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';

process.env[environmentNames.serviceBaseUrl] = 'https://api.example.com';
process.env[environmentNames.activityDays] = '400';

afterEach(() => {
  vi.useRealTimers();
});

const { organization_id } = eventExamples['document.created'];

/** Returns a document as it is stored, from a document as the API shows it. */
const documentOf = (shown: Document, given: Partial<DocumentItem> = {}): DocumentItem => ({
  id: shown.id,
  organization_id,
  organization_name: 'Müller & Söhne',
  title: shown.title,
  description: shown.description,
  access_level: shown.access_level,
  created_by: shown.created_by,
  processing_status: shown.processing_status,
  current_version: shown.current_version && { id: shown.current_version.id, number: 1 },
  newest_version_id: newId('ver'),
  version_count: 1,
  stored_bytes: 1,
  entry_page: null,
  revision: 1,
  ...given,
});

const versionOf = (shown: Version): VersionItem => ({
  ...newVersion({ id: shown.document_id }, { ...shown, number: 1, size_bytes: 1 }, Date.now()),
  processing_status: shown.processing_status,
  // The published example of a version that failed.
  ...(shown.processing_status === 'failed' && { failure: 'Invalid PDF structure.', failure_code: 'damaged' }),
});

const policyOf = ({ id, name, archived, rules }: OrganizationPolicy, archived_at: string): PolicyItem => ({
  id,
  organization_id,
  name,
  rules,
  ...(archived && { archived_at }),
  revision: 1,
});

const attachmentOf = ({ policy, ...shown }: DocumentPolicy): AttachmentItem => ({
  ...shown,
  id: newUlid(),
  policy: { id: policy.id, name: policy.name },
});

const memberOf = (shown: OrganizationMember): MemberItem => ({
  organization_id: shown.org_id,
  user_id: `user_${ulidOf(shown.user_id)}`,
  role: shown.role,
  joined_at: shown.joined_at,
  name: shown.display_name,
  email: shown.email,
  given_name: shown.given_name,
  family_name: shown.family_name,
  revision: 1,
});

const webhookOf = (shown: WebhookEndpoint): WebhookItem => ({
  id: shown.id,
  organization_id: shown.org_id,
  url: shown.url,
  events: shown.events,
  created_by: newId('user'),
  registered_by_staff: false,
  secrets: [],
  enabled_at_ms: 0,
  disabled: null,
  revision: 1,
});

const disabledOf = ({ disabled_at, ...shown }: WebhookWithState): WebhookItem =>
  disabledFor(webhookOf(shown), shown.disabled_reason ?? 'operator', Date.parse(disabled_at ?? ''));

function byOf({ actor }: Event): By {
  if (!actor) return null;
  const { staff, ...user } = actor;
  return { user, staff, credential: 'key:1' };
}

const someDocument = documentOf(eventExamples['document.ready'].data);
const documentExample = (example: Event<Parameters<typeof documentRecord>[0]>) =>
  documentRecord(example.type, documentOf(example.data), byOf(example));
const versionExample = (example: Event<Parameters<typeof versionRecord>[0]>) =>
  versionRecord(example.type, versionOf(example.data), someDocument, byOf(example));
const attachmentExample = (example: Event<Parameters<typeof attachmentRecord>[0]>) =>
  attachmentRecord(example.type, attachmentOf(example.data), someDocument, byOf(example));

const shareExample = (example: Event<Parameters<typeof shareRecord>[0]>) => {
  const { url: _link, mail, created_at: _id, reads, first_read_at, last_read_at, ...shown } = example.data;
  const read =
    first_read_at === null || last_read_at === null ? undefined : { reads, first_read_at, last_read_at };
  return shareRecord(
    example.type,
    { ...shown, organization_id, revision: 1, read, mail },
    someDocument,
    byOf(example),
  );
};

const groupExample = (example: Event<Parameters<typeof groupRecord>[0]>) => {
  const { org_id, created_at: _id, ...shown } = example.data;
  return groupRecord(example.type, { ...shown, organization_id: org_id, revision: 1 }, byOf(example));
};

const roomIn = ({ service_url: _url, created_at: _id, item_count, ...shown }: Room): RoomRecord => ({
  ...newRoom({ ...shown, organization_id }),
  ...shown,
  folder_count: item_count ?? 0,
});

const roomExample = (example: Event<'room.created' | 'room.deleted'>) =>
  roomRecord(example.type, roomIn(example.data), byOf(example));

const inRoom = ({ room_id }: { readonly room_id: RoomId }) => ({ id: room_id, organization_id });

const accessIn = ({ room_id, access }: EventData<'room.access_granted'>): ListedAccess => {
  const { created_at: _id, group_id: _group, email, organization: _members, ...shown } = access;
  return { ...shown, room_id, organization_id, ...(email !== null && { email }), revision: 1 };
};

const accessExample = (example: Event<'room.access_granted' | 'room.access_ended'>) =>
  roomAccessRecord(example.type, accessIn(example.data), byOf(example));

const gateExample = (example: Event<'room.policy_attached' | 'room.policy_detached'>) =>
  gateChangeRecord(example.type, { id: example.data.room_id, organization_id }, example.data, byOf(example));

const keyExample = (example: Event<Parameters<typeof apiKeyRecord>[0]>) => {
  const { id, owner, ...shown } = example.data;
  const secret_hash = '0'.repeat(64);
  const key = newApiKey({ ...shown, uuid: uuidOfKey(id), owner_id: owner.id, secret_hash }, 0);
  return apiKeyRecord(
    example.type,
    organization_id,
    { ...key, created_at: shown.created_at },
    owner,
    byOf(example),
  );
};

const readingExample = (example: Event<NonNullable<Parameters<typeof readingRecord>[0]>>) => {
  const { id, type, details, ...shown } = example.data;
  const entry = newActivity({
    ...shown,
    id,
    type,
    organization_id,
    staff: false,
    credential: z.parse(z._default(z.nullable(z.string()), null), details.credential),
    address: z.parse(z._default(z.nullable(z.string()), null), details.address),
    details: {},
  });
  return readingRecord(example.type, entry, someDocument, byOf(example));
};

/**
 * For each type of event: a function that takes the published example of an event, and returns the record that the service makes of the
 * change.
 */
const described: { readonly [T in EventType]: (example: Event<T>) => ChangeRecord } = {
  'document.created': documentExample,
  'document.updated': documentExample,
  'document.ready': documentExample,
  'document.failed': documentExample,
  'document.deleted': documentExample,
  'document.restored': documentExample,
  'document.viewed': readingExample,
  'document.downloaded': readingExample,
  'document.shared': shareExample,
  'document.share_updated': shareExample,
  'document.unshared': shareExample,
  'document.access_requested': (example) => {
    const { created_at: _id, ...request } = example.data;
    const item = { ...request, user_id: example.actor?.id ?? 'user_', expires_at_seconds: 0 };
    return accessRequestRecord(item, someDocument, byOf(example));
  },
  'version.created': versionExample,
  'version.updated': versionExample,
  'version.ready': versionExample,
  'version.failed': versionExample,
  'version.deleted': versionExample,
  'policy.created': (example) => newPolicyRecord(policyOf(example.data, example.timestamp), byOf(example)),
  'policy.updated': (example) => {
    const updated = policyOf(example.data, example.timestamp);
    return policyUpdateRecord({ ...updated, name: 'Before' }, updated, byOf(example));
  },
  'policy.attached': attachmentExample,
  'policy.detached': attachmentExample,
  'policy.acknowledged': readingExample,
  'entry_page.generated': documentExample,
  'organization.created': (example) => {
    const { id, name } = example.data;
    const counts = { owner_count: 1, appointed_count: 1, webhook_count: 0 };
    const organization = { id, name, ...counts, powers_since: null, revision: 1 };
    return organizationRecord('organization.created', organization, byOf(example));
  },
  'member.joined': (example) => memberRecord('member.joined', memberOf(example.data), byOf(example)),
  'member.role_updated': (example) =>
    memberRecord('member.role_updated', memberOf(example.data), byOf(example)),
  'member.removed': (example) => memberRecord('member.removed', memberOf(example.data), byOf(example)),
  'group.created': groupExample,
  'group.updated': groupExample,
  'group.deleted': groupExample,
  'room.created': roomExample,
  'room.updated': ({ data, ...example }) =>
    roomUpdateRecord(roomIn({ ...data, state: 'open' }), roomIn(data), byOf({ data, ...example })),
  'room.deleted': roomExample,
  'room.item_added': (example) => itemsAddedRecord(inRoom(example.data), example.data.items, byOf(example)),
  'room.item_updated': (example) => {
    const { item } = example.data;
    return itemUpdateRecord(inRoom(example.data), { ...item, state: 'open' }, item, byOf(example));
  },
  'room.item_removed': (example) =>
    itemRecord(example.type, inRoom(example.data), example.data.item, byOf(example)),
  'room.access_granted': accessExample,
  'room.access_updated': (example) => {
    const access = accessIn(example.data);
    return roomAccessUpdateRecord({ ...access, level: 'none' }, access, byOf(example));
  },
  'room.access_ended': accessExample,
  'room.policy_attached': gateExample,
  'room.policy_detached': gateExample,
  'api_key.created': keyExample,
  'api_key.revoked': keyExample,
  'webhook.disabled': (example) => webhookDisabledRecord(disabledOf(example.data), byOf(example)),
  'webhook.test': (example) => {
    const { record, event } = webhookTest(webhookOf(example.data), byOf(example));
    return { ...record, event };
  },
};

describe.for(eventTypes)('%s', (type) => {
  /** This function is generic, because TypeScript cannot match a union of types with the functions in the table. */
  const describeExample = <T extends EventType>(of: T) => described[of](eventExamples[of]);

  test('has the record of its published example', () => {
    const { event } = describeExample(type);

    const payload = event ? payloadOf(event) : '';
    const { id, timestamp } = z.parse(eventOf(type), JSON.parse(payload));
    expect(payload).toBe(JSON.stringify({ ...eventExamples[type], id, timestamp }));
  });

  test('is stored with a due fan-out, except for a test, and has the same ULID as its entry', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    const { event, entry } = describeExample(type);

    expect(event).toMatchObject({
      type,
      organization_id,
      ...(type !== 'webhook.test' && { due_at_ms: Date.now() + 60_000 }),
      expires_at_seconds: Math.floor(Date.now() / 1000) + eventLifetimeSeconds,
    });
    expect(event && ulidOf(event.id)).toBe(ulidOf(entry.id));
    expect(event && JSON.parse(payloadOf(event))).toMatchObject({
      id: event?.id,
      timestamp: event && createdAt(event.id),
    });
  });

  test('has an entry with the actor, and with the ids and states of its subject', () => {
    const { entry, list } = describeExample(type);
    const { actor, data } = eventExamples[type];

    expect(list.startsWith(`ACTIVITY#ORG#${ulidOf(organization_id)}`)).toBe(true);
    expect(entry).toMatchObject({
      organization_id,
      actor_id: actor?.id ?? null,
      staff: actor?.staff ?? false,
    });
    expect(isOfReading(type) || entry.type === type).toBe(true);
    if (isOfReading(type)) return;
    const { details, ...stored } = entry;
    const known = Object.values({ ...stored, ...details });
    for (const [name, value] of Object.entries(data)) {
      if (/^(?:\w+_)?id$/.test(name) && !notRepeated.includes(name)) expect(known, name).toContain(value);
      if (repeated.includes(name) && value !== null) expect(details, name).toMatchObject({ [name]: value });
    }
  });
});
const isOfReading = (type: EventType): boolean =>
  Object.values(readingEventTypes).some((ofReading) => ofReading === type);

/** The fields of a resource that an entry of activity repeats, besides its ids. */
const repeated = ['role', 'access_level', 'processing_status', 'state', 'disabled_reason'];
/** The ids of the organization, which an entry has in another form or not at all. */
const notRepeated = ['org_id'];

describe('the recipients of events about a document', () => {
  test.for([
    ['organization', null],
    ['public', null],
    ['private', someDocument.created_by.id],
  ] as const)(
    'an event about a document with access level %s is visible to %s',
    ([access_level, visible_to]) => {
      const document = { ...someDocument, access_level };
      const { data: shownVersion } = eventExamples['version.ready'];
      const { data: shownAttachment } = eventExamples['policy.attached'];

      const records = [
        documentRecord('document.updated', document, null),
        versionRecord('version.ready', versionOf(shownVersion), document, null),
        attachmentRecord('policy.attached', attachmentOf(shownAttachment), document, null),
      ];

      const list = visible_to === null ? '' : `#USER#${ulidOf(visible_to)}`;
      for (const { event, list: actual } of records) {
        expect(event?.visible_to).toBe(visible_to);
        expect(actual).toBe(`ACTIVITY#ORG#${ulidOf(organization_id)}${list}`);
      }
    },
  );

  test.for([
    ['it belongs to no organization', { organization_id: null }],
    ['it is deleted', { deletion_id: newUlid() }],
  ] as const)('there is no event, only an entry of activity, if %s', ([_what, given]) => {
    const document = { ...someDocument, ...given };

    const { event, entry } = documentRecord('document.updated', document, null);

    expect(event).toBeNull();
    expect(entry).toMatchObject({ type: 'document.updated', document_id: document.id });
  });
});

describe('the effect of a version on its document', () => {
  const typeOf = (before: Partial<DocumentItem>, after: Partial<DocumentItem>) =>
    documentChange({ ...someDocument, ...before }, { ...someDocument, ...after }, null)?.entry.type;
  const unready: Partial<DocumentItem> = { processing_status: 'processing', current_version: null };
  const failed: Partial<DocumentItem> = { processing_status: 'failed', current_version: null };
  const ready: Partial<DocumentItem> = {
    processing_status: 'ready',
    current_version: { id: newId('ver'), number: 1 },
  };
  const readyAgain: Partial<DocumentItem> = { ...ready, current_version: { id: newId('ver'), number: 2 } };

  test.for([
    ['its first version is ready', unready, ready, 'document.ready'],
    ['an older version is ready after its newest failed', failed, ready, 'document.ready'],
    ['its newest version has failed', unready, failed, 'document.failed'],
    ['a failed document gets another version', failed, unready, 'document.updated'],
    ['another version is its current one', ready, readyAgain, 'document.updated'],
  ] as const)('%s', ([_what, before, after, type]) => {
    expect(typeOf(before, after)).toBe(type);
  });

  test('none, if clients see no change', () => {
    expect(
      typeOf({}, { version_count: 2, newest_version_id: newId('ver'), revision: 2, entry_page: null }),
    ).toBeUndefined();
  });
});

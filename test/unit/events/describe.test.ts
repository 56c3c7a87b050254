import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Event, eventOf } from '../../../shared/contract/events.ts';
import { type EventType, eventTypes } from '../../../shared/contract/eventTypes.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import type { OrganizationMember } from '../../../shared/contract/resources/organization.ts';
import type { DocumentPolicy, OrganizationPolicy } from '../../../shared/contract/resources/policy.ts';
import type { Version } from '../../../shared/contract/resources/version.ts';
import type { WebhookEndpoint, WebhookWithState } from '../../../shared/contract/resources/webhook.ts';
import { eventExamples } from '../../../shared/contract/words/eventTypes.ts';
import { newActivity } from '../../../shared/data/activity.ts';
import { newApiKey, uuidOfKey } from '../../../shared/data/apiKeys.ts';
import type { AttachmentItem } from '../../../shared/data/attachments.ts';
import type { DocumentItem } from '../../../shared/data/documents.ts';
import { type EventItem, eventItem, eventLifetimeSeconds } from '../../../shared/data/events.ts';
import { createdAt, newId, newUlid } from '../../../shared/data/ids.ts';
import type { MemberItem } from '../../../shared/data/organizations.ts';
import type { PolicyItem } from '../../../shared/data/policies.ts';
import { newVersion, type VersionItem } from '../../../shared/data/versions.ts';
import { disabledFor, type WebhookItem } from '../../../shared/data/webhooks.ts';
import { environmentNames } from '../../../shared/environment.ts';
import {
  apiKeyEvent,
  attachmentEvent,
  type By,
  documentChange,
  documentEvent,
  memberEvent,
  organizationEvent,
  policyEvent,
  readingEvent,
  testEvent,
  versionEvent,
  webhookDisabledEvent,
} from '../../../shared/events/describe.ts';

process.env[environmentNames.serviceBaseUrl] = 'https://api.example.com';
process.env[environmentNames.activityDays] = '400';

afterEach(() => {
  vi.useRealTimers();
});

const { organization_id } = eventExamples['document.created'];

/** What is stored when clients see this. */
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
  entry_page: null,
  revision: 1,
  ...given,
});

const versionOf = (shown: Version): VersionItem => ({
  ...newVersion({ id: shown.document_id }, { ...shown, number: 1 }, Date.now()),
  processing_status: shown.processing_status,
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
const documentExample = (example: Event<Parameters<typeof documentEvent>[0]>) =>
  documentEvent(example.type, documentOf(example.data), byOf(example));
const versionExample = (example: Event<Parameters<typeof versionEvent>[0]>) =>
  versionEvent(example.type, versionOf(example.data), someDocument, byOf(example));
const policyExample = (example: Event<Parameters<typeof policyEvent>[0]>) =>
  policyEvent(example.type, policyOf(example.data, example.timestamp), byOf(example));
const attachmentExample = (example: Event<Parameters<typeof attachmentEvent>[0]>) =>
  attachmentEvent(example.type, attachmentOf(example.data), someDocument, byOf(example));

const keyExample = (example: Event<Parameters<typeof apiKeyEvent>[0]>) => {
  const { id, owner, ...shown } = example.data;
  const secret_hash = '0'.repeat(64);
  const key = newApiKey({ ...shown, uuid: uuidOfKey(id), owner_id: owner.id, secret_hash }, 0);
  return apiKeyEvent(example.type, { ...key, created_at: shown.created_at }, owner, byOf(example));
};

const readingExample = (example: Event<Parameters<typeof readingEvent>[0]>) => {
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
  return readingEvent(example.type, entry, someDocument, byOf(example));
};

/** Each published example, as the service would have described it. */
const described: { readonly [T in EventType]: (example: Event<T>) => readonly EventItem[] } = {
  'document.created': documentExample,
  'document.updated': documentExample,
  'document.ready': documentExample,
  'document.failed': documentExample,
  'document.deleted': documentExample,
  'document.restored': documentExample,
  'document.viewed': readingExample,
  'document.downloaded': readingExample,
  'version.created': versionExample,
  'version.updated': versionExample,
  'version.ready': versionExample,
  'version.failed': versionExample,
  'policy.created': policyExample,
  'policy.updated': policyExample,
  'policy.attached': attachmentExample,
  'policy.detached': attachmentExample,
  'policy.acknowledged': readingExample,
  'entry_page.generated': documentExample,
  'organization.created': (example) => {
    const { id, name } = example.data;
    const organization = { id, name, owner_count: 1, webhook_count: 0, revision: 1 };
    return organizationEvent('organization.created', organization, byOf(example));
  },
  'member.joined': (example) => memberEvent('member.joined', memberOf(example.data), byOf(example)),
  'member.role_updated': (example) =>
    memberEvent('member.role_updated', memberOf(example.data), byOf(example)),
  'member.removed': (example) => memberEvent('member.removed', memberOf(example.data), byOf(example)),
  'api_key.created': keyExample,
  'api_key.revoked': keyExample,
  'webhook.disabled': (example) => [webhookDisabledEvent(disabledOf(example.data), byOf(example))],
  'webhook.test': (example) => [testEvent(webhookOf(example.data), byOf(example))],
};

describe.each(eventTypes)('%s', (type) => {
  /** One type at a time: TypeScript does not follow a union through the table. */
  const describeExample = <T extends EventType>(of: T) => described[of](eventExamples[of]);

  it('is described as its published example, to the letter', () => {
    const [event, ...others] = describeExample(type);

    expect(others).toEqual([]);
    const { id, timestamp } = z.parse(eventOf(type), JSON.parse(event?.body ?? ''));
    expect(event?.body).toBe(JSON.stringify({ ...eventExamples[type], id, timestamp }));
  });

  it('is stored as an event that is to be fanned out', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    const [event] = describeExample(type);

    expect(z.parse(eventItem, event)).toEqual(event);
    expect(event).toMatchObject({
      type,
      organization_id,
      fanned_out: 0,
      due_at_ms: Date.now() + 60_000,
      expires_at_seconds: Math.floor(Date.now() / 1000) + eventLifetimeSeconds,
    });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      id: event?.id,
      timestamp: event && createdAt(event.id),
    });
  });
});

describe('who hears of a document', () => {
  it.each([
    ['organization', null],
    ['public', null],
    ['private', someDocument.created_by.id],
  ] as const)('%s: visible to %s', (access_level, visible_to) => {
    const document = { ...someDocument, access_level };
    const { data: shownVersion } = eventExamples['version.ready'];
    const { data: shownAttachment } = eventExamples['policy.attached'];

    const events = [
      ...documentEvent('document.updated', document, null),
      ...versionEvent('version.ready', versionOf(shownVersion), document, null),
      ...attachmentEvent('policy.attached', attachmentOf(shownAttachment), document, null),
    ];

    expect(events.map((event) => event.visible_to)).toEqual([visible_to, visible_to, visible_to]);
  });

  it('nobody, when it belongs to no organization', () => {
    const document = { ...someDocument, organization_id: null };

    expect(documentEvent('document.updated', document, null)).toEqual([]);
    expect(documentChange({ ...document, processing_status: 'processing' }, document, null)).toEqual([]);
  });
});

describe('what a version makes of its document', () => {
  const typesOf = (before: Partial<DocumentItem>, after: Partial<DocumentItem>) =>
    documentChange({ ...someDocument, ...before }, { ...someDocument, ...after }, null).map(
      ({ type }) => type,
    );
  const unready: Partial<DocumentItem> = { processing_status: 'processing', current_version: null };
  const failed: Partial<DocumentItem> = { processing_status: 'failed', current_version: null };
  const ready: Partial<DocumentItem> = {
    processing_status: 'ready',
    current_version: { id: newId('ver'), number: 1 },
  };
  const readyAgain: Partial<DocumentItem> = { ...ready, current_version: { id: newId('ver'), number: 2 } };

  it.each([
    ['its first version is ready', unready, ready, 'document.ready'],
    ['an older version is ready after its newest failed', failed, ready, 'document.ready'],
    ['its newest version has failed', unready, failed, 'document.failed'],
    ['a failed one gets another version', failed, unready, 'document.updated'],
    ['another version is its current one', ready, readyAgain, 'document.updated'],
  ])('%s', (_what, before, after, type) => {
    expect(typesOf(before, after)).toEqual([type]);
  });

  it('nothing, when clients see no change', () => {
    expect(
      typesOf({}, { version_count: 2, newest_version_id: newId('ver'), revision: 2, entry_page: null }),
    ).toEqual([]);
  });
});

import { describe, expect, test, vi } from 'vitest';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import type { Document } from '../../../shared/contract/resources/document.ts';
import type { DocumentPolicy } from '../../../shared/contract/resources/policy.ts';
import type { Version } from '../../../shared/contract/resources/version.ts';
import { eventExamples } from '../../../shared/contract/words/eventTypes.ts';
import type { DocumentItem } from '../../../shared/data/documents/documents.ts';
import { newVersion, type VersionItem } from '../../../shared/data/documents/versions.ts';
import type { AttachmentItem } from '../../../shared/data/policies/attachments.ts';
import { newId, newUlid } from '../../../shared/data/table/ids.ts';
import { eventLifetimeSeconds } from '../../../shared/data/webhooks/events.ts';
import { documentChange, documentRecord, versionRecord } from '../../../shared/events/records/documents.ts';
import { attachmentRecord } from '../../../shared/events/records/policies.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';

process.env[environmentNames.serviceBaseUrl] = 'https://api.example.com';
process.env[environmentNames.activityDays] = '400';

const { organization_id } = eventExamples['document.created'];

/** Returns a document as it is stored, from a document as the API shows it. */
const documentOf = (shown: Document): DocumentItem => ({
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
});

const versionOf = (shown: Version): VersionItem => ({
  ...newVersion({ id: shown.document_id }, { ...shown, number: 1, size_bytes: 1 }, Date.now()),
  processing_status: shown.processing_status,
});

const attachmentOf = ({ policy, ...shown }: DocumentPolicy): AttachmentItem => ({
  ...shown,
  id: newUlid(),
  policy: { id: policy.id, name: policy.name },
});

const someDocument = documentOf(eventExamples['document.ready'].data);

test('an event is stored with a due fan-out, and has the same ULID as its entry', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
  const { event, entry } = documentRecord('document.updated', someDocument, null);

  expect(event).toMatchObject({
    type: 'document.updated',
    organization_id,
    due_at_ms: Date.now() + 60_000,
    expires_at_seconds: Math.floor(Date.now() / 1000) + eventLifetimeSeconds,
  });
  expect(event && ulidOf(event.id)).toBe(ulidOf(entry.id));
  vi.useRealTimers();
});

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

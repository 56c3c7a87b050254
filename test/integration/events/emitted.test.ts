import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventOf } from '../../../shared/contract/events.ts';
import { eventTypes } from '../../../shared/contract/eventTypes.ts';
import { type EventId, ulidOf } from '../../../shared/contract/identifiers.ts';
import { readingEventTypes } from '../../../shared/contract/readingEvents.ts';
import { type DocumentItem, getDocument, replaceDocument } from '../../../shared/data/documents/documents.ts';
import { ConflictError } from '../../../shared/data/table/conflict.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { sendGraceMilliseconds as graceMilliseconds } from '../../../shared/data/work/due.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { anyPauseMilliseconds, sendGraceMilliseconds } from '../../support/stages/faultyStage.ts';
import type { EventRow } from '../../support/stages/table.ts';
import { callsWithoutEvent, changes, operationOf } from './changes.ts';
import type { ExpectedEvent } from './expectedEvents.ts';
import {
  addVersion,
  call,
  drawEntryPage,
  fanOut,
  onlyVersion,
  organizationId,
  pathOf,
  people,
  read,
  setRole,
  stage,
  upload,
  versionPath,
  work,
} from './service.ts';

afterEach(() => {
  stage.dynamodb.mend();
});

const isTransaction = isCall('TransactWriteItems');
const isPut = isCall('PutItem');

/** The first change of each operation. */
const firstOfEach = changes.filter(
  (change, index) => changes.findIndex((other) => operationOf(other) === operationOf(change)) === index,
);

/**
 * Resolves with the stored events that are committed during the run. One process makes all ids, so these events have later ids than
 * `before`.
 */
async function rowsDuring(run: () => Promise<unknown>): Promise<EventRow[]> {
  const before = newId('evt');
  await run();
  const rows = await stage.table.events(before);
  for (const { type } of rows) seen.add(type);
  return rows;
}

/** The types of all events so far. */
const seen = new Set<string>();

/** Removes what tests have recorded and sent. Many tests read the whole table, which grows by ten such items with each of them. */
const clearRecords = () =>
  stage.table.removeAll(({ pk, sk }) => /^(ACTIVITY|EVENT)#/.test(pk) || /^(DELIVERY|SCHEDULE)#/.test(sk));

/** The fields of a resource that an entry of activity repeats, besides its ids. */
const repeated = ['role', 'access_level', 'processing_status', 'state', 'disabled_reason'];

/** Checks that an event has an entry of activity with the same ULID, the ids and the state of its subject. */
function expectEntry(entries: readonly object[], type: string, id: EventId, data: object): void {
  const found = entries.find((entry) => 'id' in entry && entry.id === `act_${ulidOf(id)}`);
  // A reader who ends a share of their own has an entry of another type.
  expect(found).toMatchObject({ type: expect.toBeOneOf([type, 'document.share_ended']) });
  for (const [name, value] of Object.entries(data)) {
    if (/^(?:\w+_)?id$/.test(name) && name !== 'org_id')
      expect(JSON.stringify(found), name).toContain(String(value).split('_')[1]);
    if (repeated.includes(name) && value !== null)
      expect(found).toMatchObject({ details: { [name]: value } });
  }
}

/**
 * Resolves with the events that are committed during the run, after checking them against the contract, their stored form and their
 * entries of activity.
 */
async function eventsDuring(run: () => Promise<unknown>) {
  const start = Date.now();
  let end = start;
  const rows = await rowsDuring(async () => {
    await run();
    end = Date.now();
  });
  const entries = await stage.table.everything(({ pk }) => pk.startsWith('ACTIVITY#'));
  return rows.map(({ body, visible_to, ...row }) => {
    const type = z.parse(z.enum(eventTypes), row.type);
    const { id, timestamp, ...event } = z.parse(eventOf(type), JSON.parse(body));
    expect({ id, type: event.type, organization_id: event.organization_id }).toEqual({
      id: row.id,
      type,
      organization_id: row.organization_id,
    });
    expectEntry(entries, type, id, event.data);
    expect(timestamp).toBe(new Date(timestamp).toISOString());
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(start);
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(end);
    return { id, ...event, visible_to };
  });
}

const expectedEvent = ({
  type,
  data,
  by,
  organization_id = organizationId,
  visible_to = null,
}: ExpectedEvent) => ({
  type,
  organization_id,
  actor: by && { ...people.get(by), staff: by === 'staff' },
  data,
  visible_to,
});

describe('a message about events', () => {
  afterAll(async () => {
    await stage.recover();
    // The last of the changes makes the member an admin. This call undoes that.
    await setRole('member');
  });

  /** Returns the messages that the sweep sends about events. */
  const sweep = async () => {
    await stage.invoke('sweepDue', {});
    return (await stage.takeMessages('events')).toSorted();
  };
  /** One message for all events of a change. */
  const messageOfAll = (event_ids: readonly string[]) => JSON.stringify({ event_ids });
  /** An organization cannot have an endpoint before it is created. */
  const announced = firstOfEach.filter((change) => operationOf(change) !== 'createOrganization');
  beforeAll(async () => {
    await call.registerWebhook({ json: { url: 'https://receiver.example/all', events: ['*'] } });
  });

  test.for(changes)(
    'of $what is sent at once, and its events are in one write with the change',
    async (given) => {
      await stage.takeMessages('processing');
      const change = await given.prepare();
      await fanOut();
      let expected: readonly ExpectedEvent[] = [];
      let writes = 0;

      const events = await eventsDuring(async () => {
        stage.dynamodb.faultOf = (request) => {
          if (isTransaction(request) || isPut(request)) writes += 1;
          return undefined;
        };
        expected = await change();
        stage.dynamodb.mend();
      });

      expect(events.map(({ id: _, ...event }) => event)).toEqual(expected.map(expectedEvent));
      if (firstOfEach.includes(given)) expect(writes).toBe(1);
      const messages = await stage.takeMessages('events');
      if (announced.includes(given)) expect(messages).toEqual([messageOfAll(events.map(({ id }) => id))]);
      await fanOut(messages);
    },
  );

  test('is not sent again by the sweep', async () => {
    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await sweep()).toEqual([]);
    await clearRecords();
  });

  const lost: string[] = [];
  test.for(firstOfEach.filter(({ what }) => /^(createDocument |processVersion|updateMemberRole)/.test(what)))(
    'of $what is due after a while if it is lost',
    async ({ prepare }) => {
      await stage.takeMessages('processing');
      const change = await prepare();
      await fanOut();
      const before = Date.now();

      stage.sqs.faultOf = () => 'refusing';
      const events = await rowsDuring(change);
      stage.sqs.mend();

      expect(events).not.toEqual([]);
      for (const { id, due_at_ms } of events) {
        expect(due_at_ms).toBeGreaterThanOrEqual(before + graceMilliseconds);
        lost.push(messageOfAll([id]));
      }
    },
  );

  test('is sent by the sweep once if it was lost', async () => {
    await stage.table.letTimePass(sendGraceMilliseconds);
    expect(await sweep()).toEqual(lost.toSorted());
    await fanOut(lost);
    await stage.table.letTimePass(anyPauseMilliseconds);
    expect(await sweep()).toEqual([]);
    await clearRecords();
  });
});

test.for(callsWithoutEvent)('$what has no event', async ({ prepare, status }) => {
  await stage.takeMessages('processing');
  const attempt = await prepare();

  const events = await eventsDuring(async () => {
    expect((await attempt()).status).toBe(status);
  });

  expect(events).toEqual([]);
});

test('documents of a person without an organization have no events', async () => {
  const as = 'newcomer';
  await stage.takeMessages('processing');

  const events = await eventsDuring(async () => {
    const document = await upload({ as });
    await work();
    const version = await onlyVersion(document, as);
    await call.updateDocument({ as, path: pathOf(document), json: { title: 'Mine' } });
    await call.updateDocumentVersion({ as, path: versionPath(version), json: { title: 'Mine' } });
    expect((await drawEntryPage(document, as)).status).toBe(200);
    await addVersion(document, { as, broken: true });
    await work();
    expect(await read(document, as)).toMatchObject({ title: 'Mine', processing_status: 'ready' });
  });

  expect(events).toEqual([]);
});

test('an event and its change are committed together or not at all', async () => {
  const { id } = await upload();
  const loaded = await getDocument(id);
  if (!loaded) throw new Error('the document is gone');
  const changed = { ...loaded, title: 'Changed' };
  const next = { ...changed, title: 'Changed again', revision: loaded.revision + 1 };
  const telling = documentRecord('document.updated', changed, null);
  const isStored = async () => (await stage.table.events()).some((event) => event.id === telling.event?.id);
  const commit = (document: DocumentItem) =>
    commitChange({ records: [telling], writes: [replaceDocument(document)] });

  await expect(commit(next)).rejects.toThrow(ConflictError);
  expect(await isStored()).toBe(false);
  await commit(changed);
  expect(await isStored()).toBe(true);
  await expect(commit(next)).rejects.toThrow(ConflictError);
  expect((await read({ id })).title).toBe('Changed');
});

// A test in `activity/acts.test.ts` finds operations that are neither here nor there.
test('every type of event except webhook.test and those of reading is tested here', () => {
  // Events of reading come from pages, not from operations. Tests in `test/integration/activity` are about them.
  const others: readonly string[] = ['webhook.test', ...Object.values(readingEventTypes)];
  expect([...seen].toSorted()).toEqual(eventTypes.filter((type) => !others.includes(type)).toSorted());
});

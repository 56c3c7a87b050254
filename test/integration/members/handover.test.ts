import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { AccessLevel } from '../../../shared/contract/enumerations.ts';
import type { DocumentId, OrganizationId } from '../../../shared/contract/identifiers.ts';
import { activityList } from '../../../shared/data/activity/activity.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import { createDocument } from '../../../shared/data/documents/documents.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { byKey, memberIdOf, ownedOrganization, storedMember } from '../../support/people/people.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';
import { uploaded } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();
const { call } = stage;

type Headers = Readonly<Record<string, string>>;
interface Given {
  readonly organization_id: OrganizationId;
  readonly maker: CallerItem;
  readonly access_level: AccessLevel;
}

async function stored({ organization_id, maker: { id, name }, access_level }: Given): Promise<DocumentId> {
  const created_by = { id, type: 'user_account', name } as const;
  const given = { organization_id, created_by, access_level };
  const document = readyDocument(given, { id: newId('ver'), size_bytes: 1 });
  await transact([createDocument(document)]);
  return document.id;
}

async function byUpload({ maker, access_level }: Given): Promise<DocumentId> {
  return (await uploaded(call, { access_level }, await byKey(maker))).document_id;
}

/**
 * An organization with an owner and two members. The leaver made documents, if any, and was removed then. The heir receives the documents.
 */
async function someOrganization(levels: readonly AccessLevel[], make = stored) {
  const { id, owner, by } = await ownedOrganization();
  const leaver = await storedMember(id, 'member');
  const heir = await storedMember(id, 'member', { name: 'Hera Heir' });
  const [ofLeaver, ofHeir] = [await byKey(leaver), await byKey(heir)];
  const documents = [];
  for (const access_level of levels)
    documents.push(await make({ organization_id: id, maker: leaver, access_level }));
  await stage.catchUp();
  if (documents.length > 0) await call.removeMember({ ...by, path: { user_id: memberIdOf(leaver) } });
  return { id, owner, by, heir, ofHeir, leaver, ofLeaver, documents };
}
type Organization = Awaited<ReturnType<typeof someOrganization>>;

const transfer = ({ by, leaver, heir }: Organization, more: Headers = {}, dry_run?: true) =>
  call.transferDocuments({
    ...by,
    headers: { ...by.headers, ...more },
    path: { user_id: memberIdOf(leaver) },
    json: { to: memberIdOf(heir), dry_run },
  });
const found = async ({ ofHeir, documents }: Organization) =>
  Promise.all(
    documents.map(async (document_id) => {
      const answer = await call.getDocument({ ...ofHeir, path: { document_id } });
      return answer.status === 200 ? answer.body.created_by.id : null;
    }),
  );

/** Returns the number of transferred documents in each entry of the organization's activity, earliest entry first. */
const recordedCounts = async ({ id, owner, leaver, heir }: Organization) => {
  const entries = (await stage.table.everything())
    .filter(({ pk, type }) => pk === activityList.organization(id) && type === 'documents.transferred')
    .toSorted((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1));
  for (const { actor_id, details } of entries) {
    expect(actor_id).toBe(owner.id);
    expect(details).toMatchObject({ from: leaver.id, to: heir.id });
  }
  return entries.map(({ details }) => z.parse(counted, details).transferred);
};
const counted = z.object({ transferred: z.int() });

/** The levels of more documents than one transaction can transfer. */
const manyLevels = Array.from({ length: 23 }, (_, index) => (index % 3 === 0 ? 'organization' : 'private'));

test('has an event for each document, which only the new creator sees if the document is private, and keeps the makers of versions', async () => {
  const there = await someOrganization(['private', 'organization'], byUpload);
  const before = (await stage.table.events()).length;

  await transfer(there);

  const events = (await stage.table.events()).slice(before);
  expect(events.map(({ type, visible_to }) => [type, visible_to]).sort()).toEqual([
    ['document.updated', null],
    ['document.updated', there.heir.id],
  ]);
  for (const { body } of events)
    expect(JSON.parse(body)).toMatchObject({
      actor: { id: there.owner.id },
      data: { created_by: { id: there.heir.id, type: 'user_account', name: 'Hera Heir' } },
    });
  for (const document_id of there.documents) {
    const path = { document_id };
    const { items } = (await call.listDocumentVersions({ ...there.ofHeir, path })).body;
    expect(items.map(({ created_by }) => created_by.id)).toEqual([there.leaver.id]);
  }
});

test('says in a dry run whether there are documents, and changes nothing', async () => {
  const there = await someOrganization(['private']);
  const dryRun = async () => (await transfer(there, {}, true)).body;

  expect(await dryRun()).toEqual({ transferred: 0, transferred_rooms: 0, has_more: true });
  expect(await found(there)).toEqual([null]);
  await transfer(there);
  await stage.catchUp();
  expect(await dryRun()).toEqual({ transferred: 0, transferred_rooms: 0, has_more: false });
});

// Threat: An owner takes over private documents of a member, and only the owner's own activity shows it
test('continues after an interruption, and repeats its answer for the same key', async () => {
  const there = await someOrganization(manyLevels);
  let commits = 0;
  stage.dynamodb.faultOf = (request) =>
    isCall('TransactWriteItems')(request) && ++commits > 1 ? 'failing' : undefined;
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  expect((await transfer(there, key)).status).toBe(500);
  stage.dynamodb.mend();
  expect((await found(there)).filter((creator) => creator === there.heir.id)).toHaveLength(16);
  await stage.catchUp();

  const { body } = await transfer(there, key);

  expect(body).toEqual({ transferred: 7, transferred_rooms: 0, has_more: false });
  expect(await recordedCounts(there)).toEqual([16, 7]);
  expect(await found(there)).toEqual(there.documents.map(() => there.heir.id));
  const replay = await transfer(there, key);
  expect(replay.body).toEqual(body);
  expect(replay.headers.has('idempotent-replayed')).toBe(true);
});

// Threat: An owner takes over private documents of a member, and only the owner's own activity shows it
test('stops before its time is over, and says that there is more', async () => {
  const there = await someOrganization(manyLevels);
  vi.useFakeTimers({ toFake: ['Date'] });
  stage.dynamodb.faultOf = (request) => {
    if (isCall('TransactWriteItems')(request)) vi.setSystemTime(Date.now() + 30_000);
    return undefined;
  };

  const { body } = await transfer(there);

  expect(body).toEqual({ transferred: 16, transferred_rooms: 0, has_more: true });
  stage.dynamodb.mend();
  await stage.catchUp();
  expect((await transfer(there)).body).toEqual({ transferred: 7, transferred_rooms: 0, has_more: false });
  expect(await recordedCounts(there)).toEqual([16, 7]);
  expect(await found(there)).toEqual(there.documents.map(() => there.heir.id));
});

// Threat: An owner takes over private documents of a member, and only the owner's own activity shows it
test('by two requests at the same time transfers each document once', async () => {
  const there = await someOrganization(['private', 'organization', 'public', 'private', 'organization']);

  const answers = await Promise.all([transfer(there), transfer(there)]);

  expect(answers.reduce((sum, { body }) => sum + body.transferred, 0)).toBe(5);
  expect((await recordedCounts(there)).reduce((sum, count) => sum + count, 0)).toBe(5);
});

test('hands over the rooms that they made, and no other ones', async () => {
  const there = await someOrganization([]);
  const rooms = await Promise.all(
    [there.ofLeaver, there.by].map(
      async (by) => (await call.createRoom({ ...by, json: { name: 'Bidding' } })).body,
    ),
  );
  await stage.catchUp();
  expect((await transfer(there, {}, true)).body.has_more).toBe(true);

  const { body } = await transfer(there);

  expect(body).toEqual({ transferred: 0, transferred_rooms: 1, has_more: false });
  await stage.catchUp();
  const { items } = (await call.listRooms(there.by)).body;
  expect(new Map(items.map((room) => [room.id, room.created_by]))).toEqual(
    new Map([
      [rooms[0]?.id, { id: there.heir.id, type: 'user_account', name: 'Hera Heir' }],
      [rooms[1]?.id, rooms[1]?.created_by],
    ]),
  );
  const [event] = (await stage.table.events()).filter(({ type }) => type === 'room.updated');
  expect(JSON.parse(event?.body ?? '')).toMatchObject({ data: { id: rooms[0]?.id } });
  await stage.catchUp();
  expect((await transfer(there, {}, true)).body.has_more).toBe(false);
});

import { describe, expect, test } from 'vitest';
import type { DocumentId } from '../../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../../shared/contract/resources/rules.ts';
import type { CallerItem } from '../../../../shared/data/callers/callers.ts';
import { createDocument } from '../../../../shared/data/documents/documents.ts';
import type { PlacedDocument } from '../../../../shared/data/rooms/items.ts';
import type { RoomRecord } from '../../../../shared/data/rooms/rooms.ts';
import { transact } from '../../../../shared/data/table/commit.ts';
import { newId } from '../../../../shared/data/table/ids.ts';
import {
  byKey,
  memberIdOf,
  ownedOrganization,
  storedMember,
  storedPerson,
  storedSession,
} from '../../../support/people/people.ts';
import { refused } from '../../../support/refusals.ts';
import { storedRoom } from '../../../support/rooms/storedRoom.ts';
import { sharedStage } from '../../../support/stages/sharedStage.ts';
import { readyDocument } from '../../../support/storedDocuments.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../../support/uploads.ts';

/** Who reads documents by a room that the request names, and how. */

const stage = await sharedStage();
const { call, credentials, open } = stage;
const inDays = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();

/** An organization with an owner, and members: the maker of rooms and documents, and a colleague. */
async function scene() {
  const { id: organization_id, owner, by } = await ownedOrganization();
  const maker = await storedMember(organization_id, 'member');
  const colleague = await storedMember(organization_id, 'member');
  const reader = await storedPerson({ proven_at: inDays(-1) });
  return {
    organization_id,
    owner,
    maker,
    reader,
    address: { email: reader.email ?? '' },
    by: {
      owner: by,
      maker: await byKey(maker),
      colleague: await byKey(colleague),
      reader: await byKey(reader),
    },
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;
type By = Scene['by']['owner'];

const own = await scene();
const { by } = own;

async function newDocument(
  access_level: 'private' | 'organization' | 'public',
  { organization_id }: Scene = own,
  { id, name }: CallerItem = own.maker,
): Promise<DocumentId> {
  const created_by = { id, type: 'user_account', name } as const;
  const version = { id: newId('ver'), size_bytes: 1 };
  const document = readyDocument({ organization_id, access_level, created_by }, version);
  await transact([createDocument(document)]);
  return document.id;
}

const file = await makeSmallPdf();
const uploaded = () => uploadReady(stage, { access_level: 'organization' }, by.maker, file);

const newPolicy = async (rules: Rules) =>
  (await call.createPolicy({ ...by.owner, json: { name: crypto.randomUUID(), rules } })).body;
const attach = (document_id: string, { id }: { readonly id: string }, as: By = by.maker) =>
  call.attachDocumentPolicy({ ...as, path: { document_id }, json: { policy_id: id } });
const shareWithReader = (document_id: string) =>
  call.createDocumentShare({
    ...by.maker,
    path: { document_id },
    json: { ...own.address, send_mail: false },
  });

/** Requests a document by a room. Default: as the reader */
const get = (document_id: string, room: string | undefined, as: By = by.reader) =>
  call.getDocument({ ...as, path: { document_id }, query: room === undefined ? {} : { room } });

/** Makes a room with one document, of which the reader gets the file. */
async function roomWith(
  document_id: DocumentId,
  { level = 'download', placed = {}, ...given }: Given = {},
  { maker, address }: Scene = own,
) {
  const room = await storedRoom(maker, given);
  const item = await room.addDocument(document_id, placed);
  if (level) await room.grant(address, level);
  return { room, item, id: room.id };
}
interface Given extends Partial<Pick<RoomRecord, 'state' | 'opens_at' | 'closes_at' | 'documents_at_top'>> {
  /** null: no access entry. Default: download */
  readonly level?: 'none' | 'view' | 'download' | null;
  readonly placed?: Partial<Pick<PlacedDocument, 'state' | 'opens_at' | 'parent_id'>>;
}

const contract = await newDocument('organization');
const secret = await newDocument('private');
const published = await newDocument('public');
const noRoom = refused('resource_not_found', 'room');
const noDocument = refused('resource_not_found', 'document_id');
const noVersion = refused('resource_not_found', 'version_id');
const notAllowed = refused('insufficient_permissions');
const opens = { status: 200 };

describe('a room opens a document', () => {
  test('only where the request names it, and whatever the access level is', async () => {
    for (const document_id of [contract, secret, published]) {
      const { id } = await roomWith(document_id);
      const service_url = `${credentials.base_url}/d/${document_id}?room=${id}`;
      expect(await get(document_id, id)).toMatchObject({ ...opens, body: { id: document_id, service_url } });
      expect(await get(document_id, undefined)).toMatchObject(noDocument);
    }
  });

  test.for<[string, Given, object]>([
    ['that is a draft', { placed: { state: 'draft' } }, noDocument],
    ['that opens later', { placed: { opens_at: inDays(1) } }, noDocument],
    ['that opened earlier', { placed: { opens_at: inDays(-1) } }, opens],
    ['to nobody with the level none', { level: 'none' }, noRoom],
    ['to nobody without an entry', { level: null }, noRoom],
  ])('%s', async ([, given, expected]) => {
    expect(await get(contract, (await roomWith(contract, given)).id)).toMatchObject(expected);
  });

  test('that stands in it, and no other one', async () => {
    expect(await get(secret, (await roomWith(contract)).id)).toMatchObject(noDocument);
    expect(await get(contract, 'room_00000000000000000000000000')).toMatchObject(noRoom);
    expect(await get(contract, 'room_x')).toMatchObject(refused('invalid_value', 'room'));
    expect((await open(`/d/${contract}?room=x`, by.reader.headers)).status).toBe(404);
  });

  test('that is private only while its creator is a member, also to managers, and a deleted one never', async () => {
    const other = await scene();
    const leaves = await storedMember(other.organization_id, 'member');
    const ofLeaver = await newDocument('private', other, leaves);
    const deleted = await newDocument('organization', other, other.maker);
    const { room } = await roomWith(ofLeaver, { documents_at_top: 2 }, other);
    await room.addDocument(deleted);
    for (const id of [ofLeaver, deleted])
      expect(await get(id, room.id, other.by.reader)).toMatchObject(opens);
    await call.removeMember({ ...other.by.owner, path: { user_id: memberIdOf(leaves) } });
    await call.deleteDocument({ ...other.by.maker, path: { document_id: deleted } });

    for (const as of [other.by.reader, other.by.owner, other.by.maker])
      for (const id of [ofLeaver, deleted]) expect(await get(id, room.id, as)).toMatchObject(noDocument);
    const { items } = (await call.listRoomItems({ ...other.by.owner, path: { room_id: room.id } })).body;
    expect(items.map(({ document_id }) => document_id)).toEqual([ofLeaver]);
  });

  test('also to members and to people with a share only by its own entries', async () => {
    const document_id = await newDocument('organization');
    const { id } = await roomWith(document_id, { level: null });
    await shareWithReader(document_id);
    for (const as of [by.reader, by.colleague]) {
      expect(await get(document_id, undefined, as)).toMatchObject(opens);
      expect(await get(document_id, id, as)).toMatchObject(noRoom);
    }
  });

  test('to nobody without an account, even if the document is public', async () => {
    const { id } = await roomWith(published);
    const { status, location } = await open(`/d/${published}?room=${id}`, {});

    expect(status).toBe(303);
    expect(location).toContain(encodeURIComponent(`/d/${published}?room=${id}`));
  });

  test('to a person who has proven their address within 90 days', async () => {
    const late = await storedPerson({ proven_at: inDays(-91) });
    const { room } = await roomWith(contract);
    await room.grant({ email: late.email ?? '' }, 'view');

    expect(await get(contract, room.id, await byKey(late))).toMatchObject(notAllowed);
  });
});

test.for<[string, Given, RegExp]>([
  ['closed', { state: 'closed' }, /^The room is closed\.$/],
  ['not open yet', { opens_at: inDays(2) }, /opens at \d{4}-.*Z\.$/],
  ['over', { closes_at: inDays(-2) }, /closed at \d{4}-.*Z\.$/],
])('while a room is %s, readers learn why, and managers read', async ([, given, message]) => {
  const { id } = await roomWith(contract, given);
  const answer = await get(contract, id);

  expect(answer).toMatchObject(notAllowed);
  expect(answer.error?.message).toMatch(message);
  expect(await get(secret, id)).toMatchObject(notAllowed);
  for (const as of [by.owner, by.maker]) expect(await get(contract, id, as)).toMatchObject(opens);
  expect(await get(contract, id, by.colleague)).toMatchObject(noRoom);
});

test.for([
  ['view', { answer: 403, page: 403 }],
  ['download', { answer: 200, page: 303 }],
] as const)('everybody gets the current version, and with %s no entry page: %j', async ([level, given]) => {
  const { id: document_id, version_id: earlier } = await uploaded();
  const path = { document_id };
  await call.createDocumentVersion({ ...by.maker, path, form: uploadForm({}, file) });
  for (const queue of ['processing', 'texts'] as const) await stage.drain(queue);
  const query = { room: (await roomWith(document_id, { level })).id };
  const as = { ...by.reader, query };

  const listed = (await call.listDocumentVersions({ ...as, path })).body.items.map(({ id }) => id);
  const detailed = (await call.listDocumentVersionDetails({ ...as, path })).body.items;
  const [version_id = ''] = listed;
  expect([listed.length, version_id === earlier]).toEqual([1, false]);
  expect(detailed.map((one) => one.version_id)).toEqual([version_id]);
  const ofCurrent = { ...as, path: { document_id, version_id } };
  expect((await call.getDocumentVersion(ofCurrent)).status).toBe(200);
  expect((await call.getDocumentVersionDownload(ofCurrent)).status).toBe(given.answer);
  expect((await call.getDocumentText({ ...as, path })).status).toBe(given.answer);

  for (const { headers } of [by.reader, by.owner, by.maker])
    for (const request of [call.getDocumentVersion, call.getDocumentVersionDownload])
      expect(
        await request({ as: null, headers, query, path: { document_id, version_id: earlier } }),
      ).toMatchObject(noVersion);
  const text = await call.getDocumentText({ ...as, path, query: { ...query, version_id: earlier } });
  expect(text).toMatchObject(noVersion);
  const pageOf = (id: string) => `/d/${document_id}/versions/${id}?file=attachment&room=${query.room}`;
  expect((await open(pageOf(version_id), by.reader.headers)).status).toBe(given.page);
  expect((await open(pageOf(earlier), by.reader.headers)).status).toBe(404);
  for (const one of [by.reader, by.owner])
    expect(await call.generateDocumentEntryPage({ ...one, path, query })).toMatchObject(notAllowed);
});

const closed = await newPolicy({ allowed_emails: ['somebody@else.example'] });

describe('the gate', () => {
  const text = 'I pass nothing on.';

  test('binds readers beside the policies of the document, and the strictest counts', async () => {
    const { id: document_id, version_id } = await uploaded();
    const { room } = await roomWith(document_id);
    await room.addToGate(await newPolicy({ watermark: true }));
    const path = { document_id, version_id };
    const download = () => call.getDocumentVersionDownload({ ...by.reader, path, query: { room: room.id } });
    // The reader’s own copy is being made.
    expect((await download()).body.download_url).toBeNull();
    await attach(document_id, await newPolicy({ view_only: true }));
    expect(await download()).toMatchObject(notAllowed);
    await room.addToGate(closed);
    expect(await get(document_id, room.id)).toMatchObject(notAllowed);
    for (const as of [by.owner, by.maker]) expect(await get(document_id, room.id, as)).toMatchObject(opens);
  });

  test('allows groups of the organization', async () => {
    const json = { name: crypto.randomUUID() };
    const group_id = (await call.createGroup({ ...by.owner, json })).body.id;
    const { room } = await roomWith(contract);
    await room.addToGate(await newPolicy({ allowed_groups: [group_id] }));
    expect(await get(contract, room.id)).toMatchObject(notAllowed);
    await call.createGroupEntry({ ...by.owner, path: { group_id }, json: own.address });
    expect(await get(contract, room.id)).toMatchObject(opens);
  });

  test('does not bind the member who made the room, whom the policies of the document bind', async () => {
    const document_id = await newDocument('organization', own, own.owner);
    const { room } = await roomWith(document_id);
    await room.addToGate(await newPolicy({ acknowledgement: text }));
    const page = async ({ headers }: By) => (await open(`/d/${document_id}?room=${room.id}`, headers)).status;
    expect(await page(by.maker)).toBe(200);
    await attach(document_id, closed, by.owner);
    expect([await page(by.maker), await page(by.owner)]).toEqual([403, 200]);
  });

  test('is in the preview of a manager, and a private document binds managers who did not make it', async () => {
    const ofMaker = await newDocument('private');
    const { room } = await roomWith(contract);
    await room.addDocument(ofMaker);
    await room.addToGate(await newPolicy({ acknowledgement: text }));
    const page = (id: string, query = '') => open(`/d/${id}?room=${room.id}${query}`, by.owner.headers);
    const asked = { status: 403, text: expect.stringContaining(text) };
    expect(await page(contract, '&as=reader')).toMatchObject(asked);
    await attach(ofMaker, closed);
    expect([(await page(contract)).status, (await page(ofMaker)).status]).toEqual([200, 403]);
    expect(await get(ofMaker, room.id, by.owner)).toMatchObject(opens);
  });

  test('asks to accept a text once, for the room and for its documents that ask for the same text', async () => {
    const policy = await newPolicy({ acknowledgement: text });
    const [first, second] = [await newDocument('organization'), await newDocument('organization')];
    await attach(second, policy);
    const { room } = await roomWith(first);
    await room.addDocument(second);
    await room.addToGate(policy);
    const other = await roomWith(first);
    await other.room.addToGate(policy);
    await shareWithReader(second);
    const { headers } = await storedSession(own.reader);
    const page = (id: string, query = '') => open(`/d/${id}${query}`, headers);

    expect(await get(first, room.id)).toMatchObject(notAllowed);
    const asked = await page(first, `?room=${room.id}`);
    expect(asked).toMatchObject({ status: 403, text: expect.stringContaining(text) });
    const [, action = ''] = /<form method="post" action="([^"]*acknowledgement[^"]*)"/.exec(asked.text) ?? [];
    const accepted = await open(action, headers, { method: 'POST' });
    expect(accepted).toMatchObject({ status: 303, location: expect.stringContaining(`room=${room.id}`) });

    for (const id of [first, second]) {
      expect((await page(id, `?room=${room.id}`)).status).toBe(200);
      expect((await page(id, `?room=${room.id}&show=accepted`)).text).toContain(text);
    }
    expect((await page(second)).status).toBe(403);
    expect((await page(first, `?room=${other.id}`)).status).toBe(403);
  });
});

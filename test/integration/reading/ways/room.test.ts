import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../../shared/contract/resources/rules.ts';
import type { CallerItem } from '../../../../shared/data/callers/callers.ts';
import type { PlacedDocument } from '../../../../shared/data/rooms/items.ts';
import type { RoomRecord } from '../../../../shared/data/rooms/rooms.ts';
import {
  memberIdOf,
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../../support/people/people.ts';
import { refused } from '../../../support/refusals.ts';
import { forDocument, forFolder, storedRoom } from '../../../support/rooms/storedRoom.ts';
import { sharedStage } from '../../../support/stages/sharedStage.ts';
import { makeSmallPdf, uploadForm } from '../../../support/uploads.ts';

/** Who reads documents by a room that the request names, and how. */

const stage = await sharedStage();
const { call, credentials } = stage;
const file = await makeSmallPdf();
const day = 24 * 60 * 60_000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();

type Headers = Readonly<Record<string, string>>;
const as = (headers: Headers) => ({ as: null, headers });

async function process() {
  for (const body of await stage.takeMessages('processing'))
    await stage.invoke('processVersion', { Records: [{ body }] });
  for (const body of await stage.takeMessages('texts'))
    await stage.invoke('keepText', { Records: [{ body }] });
}

/** An organization with an owner, and members: the maker of rooms and documents, and a colleague. */
async function scene() {
  const { id: organization_id, owner } = await storedOrganization();
  const maker = await storedMember(organization_id, 'member');
  const colleague = await storedMember(organization_id, 'member');
  const keyOf = async (person: CallerItem) =>
    (await storedApiKey(person, { organization_id: person.id === reader.id ? null : organization_id }))
      .headers;
  const reader = await storedPerson({ proven_at: inDays(-1) });
  const [asOwner, asMaker, asColleague, asReader] = await Promise.all(
    [owner, maker, colleague, reader].map(keyOf),
  );
  return {
    organization_id,
    maker,
    reader,
    address: { email: reader.email ?? '' },
    as: { owner: asOwner ?? {}, maker: asMaker ?? {}, colleague: asColleague ?? {}, reader: asReader ?? {} },
  };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const own = await scene();

async function newDocument(access_level: string, { as: { maker } }: Scene = own, headers: Headers = maker) {
  const form = uploadForm({ title: 'Contract', access_level }, file);
  const { id } = (await call.createDocument({ ...as(headers), form })).body;
  await process();
  return id;
}

const newPolicy = async (rules: Rules, { as: { owner } }: Scene = own) =>
  (await call.createPolicy({ ...as(owner), json: { name: crypto.randomUUID(), rules } })).body;

/** Requests a document by a room. Default: as the reader */
const get = (document_id: string, room: string | undefined, headers: Headers = own.as.reader) =>
  call.getDocument({ ...as(headers), path: { document_id }, query: room === undefined ? {} : { room } });

async function open(path: string, headers: Headers, method = 'GET') {
  const origin = new URL(credentials.base_url).origin;
  const response = await fetch(credentials.base_url + path.replaceAll('&amp;', '&'), {
    method,
    redirect: 'manual',
    headers: { Accept: 'text/html', ...(method === 'POST' && { Origin: origin }), ...headers },
  });
  return { status: response.status, text: await response.text(), to: response.headers.get('location') ?? '' };
}

/** Makes a room with one document, of which the reader gets the file. */
async function roomWith(
  document_id: `doc_${string}`,
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

describe('a room opens a document', () => {
  test('only where the request names it, and whatever the access level is', async () => {
    for (const document_id of [contract, secret, published]) {
      const { id } = await roomWith(document_id);
      const service_url = `${credentials.base_url}/d/${document_id}?room=${id}`;
      expect(await get(document_id, id)).toMatchObject({
        status: 200,
        body: { id: document_id, service_url },
      });
      expect(await get(document_id, undefined)).toMatchObject(noDocument);
    }
  });

  test('that it shows, and no other one', async () => {
    const draft = { placed: { state: 'draft' } } as const;
    const later = { placed: { opens_at: inDays(1) } };
    const earlier = { placed: { opens_at: inDays(-1) } };
    const status = async (given: Given) => (await get(contract, (await roomWith(contract, given)).id)).status;
    const hidden = async (given: Given) => get(contract, (await roomWith(contract, given)).id);

    expect(await hidden(draft)).toMatchObject(noDocument);
    expect(await hidden(later)).toMatchObject(noDocument);
    expect(await status(earlier)).toBe(200);
    expect(await hidden({ level: 'none' })).toMatchObject(noRoom);
    expect(await hidden({ level: null })).toMatchObject(noRoom);
    expect(await get(secret, (await roomWith(contract)).id)).toMatchObject(noDocument);
    expect(await get(contract, 'room_00000000000000000000000000')).toMatchObject(noRoom);
    expect(await get(contract, 'room_x')).toMatchObject(refused('invalid_value', 'room'));
    expect((await open(`/d/${contract}?room=x`, own.as.reader)).status).toBe(404);
  });

  test('by the nearest entry upwards, for each subject', async () => {
    const room = await storedRoom(own.maker);
    const folder = await room.addFolder({ document_count: 1 });
    const item = await room.addDocument(contract, { parent_id: folder.id });
    await room.addDocument(secret);
    await room.grant(own.address, 'none');
    expect(await get(contract, room.id)).toMatchObject(noRoom);
    await room.grant(own.address, 'view', forFolder(folder));
    expect((await get(contract, room.id)).status).toBe(200);
    expect(await get(secret, room.id)).toMatchObject(noDocument);
    await room.grant(own.address, 'none', forDocument(item));
    expect(await get(contract, room.id)).toMatchObject(noDocument);
  });

  test('that is private only while its creator is a member, also to managers, and a deleted one never', async () => {
    const other = await scene();
    const leaves = await storedMember(other.organization_id, 'member');
    const { headers } = await storedApiKey(leaves, { organization_id: other.organization_id });
    const ofLeaver = await newDocument('private', other, headers);
    const deleted = await newDocument('organization', other);
    const { room } = await roomWith(ofLeaver, { documents_at_top: 2 }, other);
    await room.addDocument(deleted);
    const status = async (id: string) => (await get(id, room.id, other.as.reader)).status;
    expect([await status(ofLeaver), await status(deleted)]).toEqual([200, 200]);
    await call.removeMember({ ...as(other.as.owner), path: { user_id: memberIdOf(leaves) } });
    await call.deleteDocument({ ...as(other.as.maker), path: { document_id: deleted } });

    for (const headers of [other.as.reader, other.as.owner, other.as.maker])
      for (const id of [ofLeaver, deleted]) expect(await get(id, room.id, headers)).toMatchObject(noDocument);
    const { items } = (await call.listRoomItems({ ...as(other.as.owner), path: { room_id: room.id } })).body;
    expect(items.map(({ document_id }) => document_id)).toEqual([ofLeaver]);
  });

  test('also to members and to people with a share only by its own entries', async () => {
    const document_id = await newDocument('organization');
    const { id } = await roomWith(document_id, { level: null });
    const json = { ...own.address, send_mail: false };
    await call.createDocumentShare({ ...as(own.as.maker), path: { document_id }, json });
    for (const headers of [own.as.reader, own.as.colleague]) {
      expect((await get(document_id, undefined, headers)).status).toBe(200);
      expect(await get(document_id, id, headers)).toMatchObject(noRoom);
    }
  });

  test('to nobody without an account, even if the document is public', async () => {
    const { id } = await roomWith(published);
    const { status, to } = await open(`/d/${published}?room=${id}`, {});

    expect(status).toBe(303);
    expect(to).toContain(encodeURIComponent(`/d/${published}?room=${id}`));
  });

  test('to a person who has proven their address within 90 days', async () => {
    const late = await storedPerson({ proven_at: inDays(-91) });
    const { room } = await roomWith(contract);
    await room.grant({ email: late.email ?? '' }, 'view');
    const { headers } = await storedApiKey(late, { organization_id: null });

    expect(await get(contract, room.id, headers)).toMatchObject(refused('insufficient_permissions'));
  });
});

describe('while a room is not open', () => {
  test.for<[string, Given, RegExp]>([
    ['closed', { state: 'closed' }, /^The room is closed\.$/],
    ['not open yet', { opens_at: inDays(2) }, /opens at \d{4}-.*Z\.$/],
    ['over', { closes_at: inDays(-2) }, /closed at \d{4}-.*Z\.$/],
  ])('%s, readers learn why, and managers read', async ([, given, message]) => {
    const { id } = await roomWith(contract, given);
    const answer = await get(contract, id);

    expect(answer).toMatchObject(refused('insufficient_permissions'));
    expect(answer.error?.message).toMatch(message);
    expect(await get(secret, id)).toMatchObject(refused('insufficient_permissions'));
    for (const headers of [own.as.owner, own.as.maker])
      expect((await get(contract, id, headers)).status).toBe(200);
    expect(await get(contract, id, own.as.colleague)).toMatchObject(noRoom);
  });
});

test('everybody gets the current version, readers the file by the level, and no entry page', async () => {
  const document_id = await newDocument('organization');
  const path = { document_id };
  const earlier = (await call.listDocumentVersions({ ...as(own.as.maker), path })).body.items[0]?.id ?? '';
  await call.createDocumentVersion({ ...as(own.as.maker), path, form: uploadForm({}, file) });
  await process();
  const [current] = (await call.listDocumentVersions({ ...as(own.as.maker), path })).body.items;
  const version_id = current?.id ?? '';
  for (const level of ['view', 'download'] as const) {
    const query = { room: (await roomWith(document_id, { level })).id };
    const by = { ...as(own.as.reader), query };
    const ofEarlier = { ...by, path: { document_id, version_id: earlier } };
    const ofCurrent = { ...by, path: { document_id, version_id } };
    const listed = (await call.listDocumentVersions({ ...by, path })).body.items;
    const detailed = (await call.listDocumentVersionDetails({ ...by, path })).body.items;
    const download = await call.getDocumentVersionDownload(ofCurrent);
    const at = `/d/${document_id}/versions`;
    const attachment = `?file=attachment&room=${query.room}`;

    expect(listed.map(({ id }) => id)).toEqual([version_id]);
    expect(detailed.map((one) => one.version_id)).toEqual([version_id]);
    expect((await call.getDocumentVersion(ofCurrent)).status).toBe(200);
    expect(await call.getDocumentVersion(ofEarlier)).toMatchObject(
      refused('resource_not_found', 'version_id'),
    );
    expect(await call.getDocumentVersionDownload(ofEarlier)).toMatchObject(
      refused('resource_not_found', 'version_id'),
    );
    for (const headers of [own.as.owner, own.as.maker])
      for (const request of [call.getDocumentVersion, call.getDocumentVersionDownload])
        expect(await request({ ...ofEarlier, headers })).toMatchObject(
          refused('resource_not_found', 'version_id'),
        );
    expect(download.status).toBe(level === 'view' ? 403 : 200);
    expect((await call.getDocumentText({ ...by, path })).status).toBe(level === 'view' ? 403 : 200);
    expect(
      await call.getDocumentText({ ...by, path, query: { ...query, version_id: earlier } }),
    ).toMatchObject(refused('resource_not_found', 'version_id'));
    expect((await open(`${at}/${version_id}${attachment}`, own.as.reader)).status).toBe(
      level === 'view' ? 403 : 303,
    );
    expect((await open(`${at}/${earlier}${attachment}`, own.as.reader)).status).toBe(404);
    for (const headers of [own.as.reader, own.as.owner])
      expect(await call.generateDocumentEntryPage({ ...as(headers), path, query })).toMatchObject(
        refused('insufficient_permissions'),
      );
  }
});

describe('the gate', () => {
  const text = 'I pass nothing on.';

  test('binds readers beside the policies of the document, and the strictest counts', async () => {
    const document_id = await newDocument('organization');
    const { room } = await roomWith(document_id);
    await room.addToGate(await newPolicy({ watermark: true }));
    const [version] = (await call.listDocumentVersions({ ...as(own.as.maker), path: { document_id } })).body
      .items;
    const download = () =>
      call.getDocumentVersionDownload({
        ...as(own.as.reader),
        path: { document_id, version_id: version?.id ?? '' },
        query: { room: room.id },
      });
    // The reader’s own copy is being made.
    expect((await download()).body.download_url).toBeNull();
    const viewOnly = await newPolicy({ view_only: true });
    await call.attachDocumentPolicy({
      ...as(own.as.maker),
      path: { document_id },
      json: { policy_id: viewOnly.id },
    });
    expect(await download()).toMatchObject(refused('insufficient_permissions'));
    await room.addToGate(await newPolicy({ allowed_emails: ['somebody@else.example'] }));
    expect(await get(document_id, room.id)).toMatchObject(refused('insufficient_permissions'));
    expect((await get(document_id, room.id, own.as.owner)).status).toBe(200);
    expect((await get(document_id, room.id, own.as.maker)).status).toBe(200);
  });

  test('allows groups of the organization', async () => {
    const group_id = (await call.createGroup({ ...as(own.as.owner), json: { name: crypto.randomUUID() } }))
      .body.id;
    const { room } = await roomWith(contract);
    await room.addToGate(await newPolicy({ allowed_groups: [group_id] }));
    expect(await get(contract, room.id)).toMatchObject(refused('insufficient_permissions'));
    await call.createGroupEntry({ ...as(own.as.owner), path: { group_id }, json: own.address });
    expect((await get(contract, room.id)).status).toBe(200);
  });

  test('does not bind the member who made the room, whom the policies of the document bind', async () => {
    const document_id = await newDocument('organization', own, own.as.owner);
    const { room } = await roomWith(document_id);
    await room.addToGate(await newPolicy({ acknowledgement: text }));
    const page = (headers: Headers) => open(`/d/${document_id}?room=${room.id}`, headers);
    expect((await page(own.as.maker)).status).toBe(200);
    const closed = await newPolicy({ allowed_emails: ['somebody@else.example'] });
    await call.attachDocumentPolicy({
      ...as(own.as.owner),
      path: { document_id },
      json: { policy_id: closed.id },
    });
    expect((await page(own.as.maker)).status).toBe(403);
    expect((await page(own.as.owner)).status).toBe(200);
  });

  test('is in the preview of a manager, and a private document binds managers who did not make it', async () => {
    const { room } = await roomWith(contract);
    await room.addDocument(secret);
    await room.addToGate(await newPolicy({ acknowledgement: text }));
    const page = (id: string, query: string) => open(`/d/${id}?room=${room.id}${query}`, own.as.owner);
    expect(await page(contract, '&as=reader')).toMatchObject({
      status: 403,
      text: expect.stringContaining(text),
    });
    const closed = await newPolicy({ allowed_emails: ['somebody@else.example'] });
    const path = { document_id: secret };
    await call.attachDocumentPolicy({ ...as(own.as.maker), path, json: { policy_id: closed.id } });
    expect([(await page(contract, '')).status, (await page(secret, '')).status]).toEqual([200, 403]);
    expect((await get(secret, room.id, own.as.owner)).status).toBe(200);
    await call.detachDocumentPolicy({ ...as(own.as.maker), path: { ...path, policy_id: closed.id } });
  });

  test('asks to accept a text once, for the room and for its documents that ask for the same text', async () => {
    const policy = await newPolicy({ acknowledgement: text });
    const first = await newDocument('organization');
    const second = await newDocument('organization');
    await call.attachDocumentPolicy({
      ...as(own.as.maker),
      path: { document_id: second },
      json: { policy_id: policy.id },
    });
    const { room } = await roomWith(first);
    await room.addDocument(second);
    await room.addToGate(policy);
    const other = await roomWith(first);
    await other.room.addToGate(policy);
    await call.createDocumentShare({
      ...as(own.as.maker),
      path: { document_id: second },
      json: { ...own.address, send_mail: false },
    });
    const { headers } = await storedSession(own.reader);
    const page = (id: string, query = '') => open(`/d/${id}${query}`, headers);

    expect(await get(first, room.id)).toMatchObject(refused('insufficient_permissions'));
    const asked = await page(first, `?room=${room.id}`);
    expect(asked).toMatchObject({ status: 403, text: expect.stringContaining(text) });
    const [, action = ''] = /<form method="post" action="([^"]*acknowledgement[^"]*)"/.exec(asked.text) ?? [];
    const accepted = await open(action, headers, 'POST');
    expect(accepted).toMatchObject({ status: 303, to: expect.stringContaining(`room=${room.id}`) });

    for (const id of [first, second]) {
      expect((await page(id, `?room=${room.id}`)).status).toBe(200);
      expect((await page(id, `?room=${room.id}&show=accepted`)).text).toContain(text);
    }
    expect((await page(second)).status).toBe(403);
    expect((await page(first, `?room=${other.id}`)).status).toBe(403);
  });
});

import { expect, test } from 'vitest';
import type { Activity } from '../../../shared/contract/resources/activity.ts';
import { listReadersOfRoom, listReadsOf } from '../../../shared/data/rooms/readers.ts';
import {
  storedApiKey,
  storedMember,
  storedOrganization,
  storedPerson,
  storedSession,
} from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { uploadReady } from '../../support/uploads.ts';

/** What is on record about readings in a room. */

const stage = await sharedStage();
const { call, catchUp } = stage;

type Headers = Readonly<Record<string, string>>;
const as = (headers: Headers) => ({ as: null, headers });

async function scene() {
  const { id: organization_id, owner } = await storedOrganization();
  const maker = await storedMember(organization_id, 'member');
  const proven_at = new Date().toISOString();
  const buyer = await storedPerson({ name: 'Bea Buyer', proven_at });
  const guest = await storedPerson({ name: 'Gus Guest', proven_at });
  const bound = { organization_id };
  const headersOf = async (person: typeof owner, given: object) =>
    (await storedApiKey(person, given)).headers;
  const by = {
    owner: await headersOf(owner, bound),
    maker: await headersOf(maker, bound),
    buyer: await headersOf(buyer, { organization_id: null }),
    guest: await headersOf(guest, { organization_id: null }),
  };
  const newDocument = async (title: string, access_level = 'organization') =>
    (await uploadReady(stage, { title, access_level }, as(by.maker))).id;
  const group_id = (await call.createGroup({ ...as(by.owner), json: { name: 'Buyers' } })).body.id;
  await call.createGroupEntry({ ...as(by.owner), path: { group_id }, json: { email: buyer.email } });
  const room = await storedRoom(maker);
  await room.grant({ group_id }, 'download');
  await room.grant({ email: guest.email ?? '' }, 'view');
  return { by, maker, buyer, guest, group_id, room, newDocument };
}

async function open(path: string, headers: Headers, init: RequestInit = {}) {
  const { status, text } = await stage.open(path, headers, init);
  expect(status, text).toBeLessThan(400);
  return text;
}

const csv = (path: string, headers: Headers) =>
  open(path, { ...headers, Accept: 'text/csv' }).then((text) =>
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')),
  );

const without = ({ id: _, created_at: _at, details, ...entry }: Activity) => ({
  ...entry,
  details: { room_id: details.room_id },
});

test('readings in a room are on the record with the room, and in its figures without those of managers', async () => {
  const { by, buyer, guest, group_id, room, newDocument } = await scene();
  const contract = await newDocument('Contract');
  const secret = await newDocument('=Secret', 'private');
  for (const id of [contract, secret]) await room.addDocument(id);
  const at = (id: string, query = '') => `/d/${id}?room=${room.id}${query}`;
  const path = { room_id: room.id };

  const page = await open(at(contract), by.buyer);
  await open(at(contract), by.buyer);
  await open(at(secret), by.buyer);
  await open(at(contract, '&file=attachment'), by.buyer);
  await open(at(contract), by.maker);
  await open(at(contract), by.owner);
  const [, view = ''] = /data-view="(act_\w+)"/.exec(page) ?? [];
  const report = (query: string) =>
    stage.open(`/d/${contract}${query}`, by.buyer, {
      method: 'POST',
      body: new URLSearchParams({ view, seconds: '1:1' }),
    });
  expect((await report('')).status).toBe(404);
  const ofRoom = async () => JSON.parse((await report(`?room=${room.id}`)).text);
  await expect.poll(ofRoom).toEqual({ seconds: { 1: 1 } });
  await open(`/d/${contract}`, by.maker);
  await call.getDocument({ ...as(by.guest), path: { document_id: secret }, query: { room: room.id } });
  expect(
    await call.getDocumentVersionDownload({
      ...as(by.guest),
      path: {
        document_id: secret,
        version_id:
          (await call.listDocumentVersions({ ...as(by.maker), path: { document_id: secret } })).body.items[0]
            ?.id ?? '',
      },
      query: { room: room.id },
    }),
  ).toMatchObject(refused('insufficient_permissions'));
  await open(at(secret), by.guest).catch(() => undefined);

  const listed = (await call.listRoomActivity({ ...as(by.maker), path })).body.items;
  expect(listed.map(({ type, actor, document_id }) => [type, actor?.id, document_id])).toEqual([
    ['viewed', guest.id, secret],
    ['refused', guest.id, secret],
    ['viewed', expect.any(String), contract],
    ['viewed', expect.any(String), contract],
    ['downloaded', buyer.id, contract],
    ['viewed', buyer.id, secret],
    ['viewed', buyer.id, contract],
    ['viewed', buyer.id, contract],
  ]);
  for (const entry of listed) expect(without(entry)).toMatchObject({ room_id: room.id, details: path });
  const ofDocument = (await call.listDocumentActivity({ ...as(by.maker), path: { document_id: contract } }))
    .body.items;
  expect(ofDocument.slice(0, 6).map(({ type, room_id }) => [type, room_id])).toEqual([
    ['viewed', null],
    ['viewed', room.id],
    ['viewed', room.id],
    ['downloaded', room.id],
    ['viewed', room.id],
    ['viewed', room.id],
  ]);
  const asked = async (query: object) =>
    (await call.listRoomActivity({ ...as(by.owner), path, query: query as never })).body.items.length;
  expect(await asked({ type: 'downloaded' })).toBe(1);
  expect(await asked({ actor: guest.id })).toBe(2);
  expect(await asked({ until: listed[5]?.created_at ?? '' })).toBe(2);

  await catchUp();
  const { items } = (await call.listRoomReaders({ ...as(by.maker), path })).body;
  const person = ({ id, name, email }: typeof buyer) => ({ id, name, email });
  const times = { first_at: expect.any(String), last_at: expect.any(String) };
  expect(items).toEqual([
    {
      person: person(guest),
      network: null,
      groups: [],
      documents_seen: 1,
      views: 1,
      downloads: 0,
      seconds: 0,
      ...times,
    },
    {
      person: person(buyer),
      network: null,
      groups: [group_id],
      documents_seen: 2,
      views: 3,
      downloads: 1,
      seconds: 1,
      ...times,
    },
  ]);
  const [names, ...rows] = await csv(`/v1/rooms/${room.id}/readers`, by.maker);
  const shown = (row: readonly string[] = []) =>
    Object.fromEntries((names ?? []).map((name, i) => [name, row[i]]));
  expect(names?.slice(-2)).toEqual(["'=Secret", 'Contract']);
  expect(shown(rows[0])).toMatchObject({ person_id: guest.id, groups: '', Contract: '', "'=Secret": '1' });
  expect(shown(rows[1])).toMatchObject({
    person_name: 'Bea Buyer',
    person_email: buyer.email,
    groups: 'Buyers',
    documents_seen: '2',
    Contract: '3',
    "'=Secret": '1',
  });
  const [columns = [], latest = []] = await csv(`/v1/rooms/${room.id}/activity`, by.maker);
  expect(latest[columns.indexOf('actor_email')]).toBe(guest.email);
  expect(latest[columns.indexOf('room_id')]).toBe(room.id);

  for (const list of [call.listRoomActivity, call.listRoomReaders]) {
    expect(await list({ ...as(by.buyer), path })).toMatchObject(refused('insufficient_permissions'));
    expect(await list({ as: 'outsider', path })).toMatchObject(refused('resource_not_found', 'room_id'));
  }
});

test('events of readings in a room, and of a text that is accepted at its gate, name the room', async () => {
  const { by, buyer, room, newDocument } = await scene();
  const document_id = await newDocument('Announced');
  await room.addDocument(document_id);
  const json = { url: 'https://hooks.example/readings', events: ['document.viewed', 'policy.acknowledged'] };
  await call.registerWebhook({ ...as(by.owner), json });
  await open(`/d/${document_id}?room=${room.id}`, by.buyer);
  await open(`/d/${document_id}`, by.maker);
  await catchUp();
  const { items } = (await call.listEvents({ ...as(by.owner), query: { type: 'document.viewed' } })).body;

  expect(items.map(({ data }) => data)).toMatchObject([
    { document_id, room_id: null, details: expect.not.objectContaining({ room_id: room.id }) },
    { document_id, room_id: room.id, details: { room_id: room.id } },
  ]);
  const gate = { name: 'NDA', rules: { acknowledgement: 'I keep it to myself.' } };
  const policy = (await call.createPolicy({ ...as(by.owner), json: gate })).body;
  await room.addToGate(policy);
  const { headers } = await storedSession(buyer);
  const { text } = await stage.open(`/r/${room.id}`, headers);
  const [, action = ''] = /<form method="post" action="(\/r\/[^"]*)"/.exec(text) ?? [];
  await open(action, headers, { method: 'POST' });
  await catchUp();
  const query = { type: 'policy.acknowledged' };
  expect(
    (await call.listEvents({ ...as(by.owner), query })).body.items.map(({ data }) => data),
  ).toMatchObject([{ type: 'acknowledged', room_id: room.id, document_id: null, policy_id: policy.id }]);
});

test('a deleted room leaves nothing about its readers', async () => {
  const { by, buyer, newDocument } = await scene();
  const document_id = await newDocument('Kept');
  const room_id = (await call.createRoom({ ...as(by.maker), json: { name: 'Short' } })).body.id;
  const path = { room_id };
  await call.createRoomItems({ ...as(by.maker), path, json: { kind: 'document', document_id } });
  const access = { email: buyer.email, level: 'view', send_mail: false };
  await call.createRoomAccess({ ...as(by.maker), path, json: access });
  await open(`/d/${document_id}?room=${room_id}`, by.buyer);
  expect((await listReadsOf(room_id, buyer.id)).map((one) => one.document_id)).toEqual([document_id]);
  await call.deleteRoom({ ...as(by.maker), path });
  await stage.drain('removals');
  await catchUp();

  expect(await listReadsOf(room_id, buyer.id)).toEqual([]);
  expect((await listReadersOfRoom(room_id, { limit: 10 })).items).toEqual([]);
  const entries = (await call.listDocumentActivity({ ...as(by.maker), path: { document_id } })).body.items;
  expect(entries[0]).toMatchObject({ type: 'viewed', room_id, actor: { id: buyer.id } });
});

test('each link and request of a page keeps the room', async () => {
  const { by, room, newDocument } = await scene();
  const plain = await newDocument('Plain');
  const pictures = await newDocument('Pictures');
  for (const id of [plain, pictures]) await room.addDocument(id);
  const json = { name: crypto.randomUUID(), rules: { view_only: true } };
  const { id: policy_id } = (await call.createPolicy({ ...as(by.owner), json })).body;
  await call.attachDocumentPolicy({
    ...as(by.maker),
    path: { document_id: pictures },
    json: { policy_id },
  });
  await open(`/d/${pictures}?room=${room.id}`, by.buyer);
  await stage.drain('preparations');

  const to = (text: string, id: string) =>
    [...text.matchAll(/(?:href|src|action|data-\w+|content)="([^"]*\/d\/[^"]*)"/g)].flatMap(
      ([, link = '']) => (link.includes(`/d/${id}`) && !link.includes('/logo?') ? [link] : []),
    );
  const seen = new Set<string>();
  for (const id of [plain, pictures]) {
    const links = to(await open(`/d/${id}?room=${room.id}`, by.buyer), id);
    for (let link = links.pop(); link; link = links.pop()) {
      const name = link.replace(/view=act_\w+/, '');
      if (seen.has(name) || name.includes('file=')) continue;
      seen.add(name);
      expect(link).toContain(`room=${room.id}`);
      links.push(...to(await open(link, by.buyer), id));
    }
  }
  expect(seen.size).toBeGreaterThan(5);
});

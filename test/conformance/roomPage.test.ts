import { describe, expect } from 'vitest';
import type { RoomItem } from '../../shared/contract/resources/room.ts';
import type { CallRequest } from '../support/client.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { base_url, pathPrefix, sameOrigin, session_cookies } from '../support/organizations.ts';
import { addPolicy } from '../support/policies.ts';
import { test } from '../support/test.ts';

const hour = 3_600_000;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const member = { Cookie: session_cookies.member };
const owner = { Cookie: session_cookies.owner };

/** A room of the owner that members may see: a folder with two documents, one beside it, and a draft. */
async function newRoom(given: object = {}) {
  const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Sale'), ...given } });
  const path = { room_id: room.id };
  const add = async (json: object) => (await call.createRoomItems({ path, json })).body as RoomItem;
  const folder = await add({ kind: 'folder', name: 'Contracts & leases' });
  const documents = await Promise.all(
    ['First lease', 'Second lease', 'Overview', 'Draft'].map(async (title) => {
      const { document_id } = await readyDocument({ fields: { access_level: 'organization', title } });
      return document_id;
    }),
  );
  const [first = '', second = '', overview = '', draft = ''] = documents;
  await add({ kind: 'document', document_id: first, parent_id: folder.id });
  await add({ kind: 'document', document_id: second, parent_id: folder.id });
  await add({ kind: 'document', document_id: overview });
  await add({ kind: 'document', document_id: draft, state: 'draft' });
  await call.createRoomAccess({ path, json: { organization: true, level: 'view' } } as CallRequest);
  return { room, path, folder, first, second, overview, at: `/r/${room.id}` };
}

const get = (path: string, headers: Record<string, string> = member, method = 'GET') =>
  fetch(base_url + path, { method, redirect: 'manual', headers: { Accept: 'text/html', ...headers } });

/** Returns a page with links as at a service without a prefix: those of a deployed stage begin with its name. */
const markupOf = async (response: Response): Promise<string> =>
  (await response.text()).replaceAll(`="${pathPrefix}/`, '="/');
const textOf = async (path: string, headers?: Record<string, string>) => markupOf(await get(path, headers));

/** Returns the texts of the links in a page, in their order. */
const rowsIn = (page: string): string[] =>
  [...page.matchAll(/<span class="number">([\d.]+)<\/span> <bdi[^>]*>([^<]*)<\/bdi>/g)].map(
    ([, number, name]) => `${number} ${name}`,
  );

describe.concurrent('the page of a room', () => {
  test('shows what the reader sees, with the numbers of the API', async () => {
    const { at, path, room, first } = await newRoom({ description: 'For <bidders>.' });

    const response = await get(at);
    const page = await markupOf(response);

    expect(response.status).toBe(200);
    expect(page).toContain(room.name);
    expect(page).toContain('For &lt;bidders&gt;.');
    const items = (await call.listRoomItems({ path, query: { recursive: 'true' }, as: 'member' })).body.items;
    expect(rowsIn(page)).toEqual(items.map(({ number, name }) => `${number} ${name.replace('&', '&amp;')}`));
    expect(page).not.toContain('Draft');
    expect(page).toContain(`href="/d/${first}?room=${room.id}"`);
    expect(page).not.toContain('Manage the room');
    const managed = await textOf(at, owner);
    expect(managed).toContain('Draft');
    expect(managed).toContain('Manage the room');
    const head = await get(at, member, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  test('opens a folder, searches titles, and answers JSON', async () => {
    const { at, folder, room } = await newRoom();

    expect(rowsIn(await textOf(`${at}?folder=${folder.id}`))).toEqual([
      '1.1 First lease',
      '1.2 Second lease',
    ]);
    expect(rowsIn(await textOf(`${at}?q=LEASE`))).toEqual([
      '1 Contracts &amp; leases',
      '1.1 First lease',
      '1.2 Second lease',
    ]);
    expect(rowsIn(await textOf(`${at}?q=draft`))).toEqual([]);
    // A text without a word, or one that is too long, is no search.
    for (const q of ['', ' ', '!', '\u200b', 'x'.repeat(201), '\u{1f600}'.repeat(150)])
      expect(rowsIn(await textOf(`${at}?q=${encodeURIComponent(q)}`)), q).toHaveLength(4);
    // A search that went on after an item that is gone begins anew.
    expect(rowsIn(await textOf(`${at}?q=overview&after=itm_${'0'.repeat(26)}`))).toEqual(['2 Overview']);
    // A folder that is not there shows the whole room.
    expect(rowsIn(await textOf(`${at}?folder=itm_${'0'.repeat(26)}`))).toHaveLength(4);
    const json = await get(at, { ...member, Accept: 'application/json' });
    expect(await json.json()).toEqual({ ...room, item_count: null, created_by: expect.anything() });
  });

  // Threat: Somebody learns which rooms exist, who may enter them, or what is hidden in them
  test('is the same for a room that may not be entered and for none', async () => {
    const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Hidden') } });
    const missing = `room_${'7'.repeat(26)}`;
    const page = async (id: string) => {
      const response = await get(`/r/${id}`);
      return [response.status, (await response.text()).replaceAll(id, 'ID')];
    };

    expect(await page(room.id)).toEqual(await page(missing));
    expect((await page(missing))[0]).toBe(404);
    const answers = await Promise.all([room.id, missing].map((id) => get(`/r/${id}`, {})));
    for (const { status, headers } of answers) {
      expect(status).toBe(303);
      expect(headers.get('location')).toContain('/sign-in?return_to=%2Fr%2Froom_');
    }
  });

  test('says that the room is closed, also at a document in it, and nothing else', async () => {
    const { at, path, room, first } = await newRoom();
    for (const [json, words] of [
      [{ state: 'closed' }, 'This room is closed'],
      [{ state: 'open', opens_at: fromNow(hour) }, 'This room is not open yet'],
      [{ opens_at: null, closes_at: fromNow(-hour) }, 'This room is not open any more'],
    ] as const) {
      await call.updateRoom({ path, json });
      for (const address of [at, `/d/${first}?room=${room.id}`]) {
        const response = await get(address);
        const page = await markupOf(response);
        expect(response.status, words).toBe(403);
        expect(page).toContain(words);
        expect(page).not.toContain(room.name);
      }
      expect((await get(at, owner)).status).toBe(200);
    }
  });
});

describe.concurrent('the gate of a room', () => {
  const text = 'I keep what I read to myself.';

  async function gated() {
    const made = await newRoom();
    const policy = await addPolicy(undefined, {}, { acknowledgement: text });
    await call.attachRoomPolicy({ path: made.path, json: { policy_id: policy.id } });
    return made;
  }

  /** Sends the form of a page as a browser does. */
  async function accept(page: string, headers: Record<string, string> = member) {
    const [, action = ''] = /<form method="post" action="(\/r\/[^"]*)"/.exec(page) ?? [];
    return fetch(base_url + action.replaceAll('&amp;', '&'), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...sameOrigin, ...headers },
    });
  }

  test('shows its text once, for the room and the documents in it', async () => {
    const { at, room, first, folder } = await gated();
    const asked = await get(`${at}?folder=${folder.id}`);
    const form = await markupOf(asked);

    expect(asked.status).toBe(403);
    expect(form).toContain(text);
    expect(form).toContain(room.name);
    expect(rowsIn(form)).toEqual([]);
    const response = await accept(form);

    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`${base_url}${at}?folder=${folder.id}`);
    expect((await get(at)).status).toBe(200);
    expect((await get(`/d/${first}?room=${room.id}`)).status).toBe(200);
    const entries = (await call.listRoomActivity({ path: { room_id: room.id } })).body.items;
    expect(entries.filter(({ type }) => type === 'acknowledged')).toEqual([
      expect.objectContaining({ room_id: room.id, document_id: null }),
    ]);
  });

  // Threat: A text is accepted in another person's name, unseen, or from another site
  test('takes no acceptance from elsewhere, by a key, or of another text', async () => {
    const { at } = await gated();
    const form = await textOf(at);

    expect((await accept(form, { ...member, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await accept(form, { Origin: base_url })).status).toBe(401);
    expect((await accept(form.replace(/texts=\w+/, `texts=${'0'.repeat(64)}`))).status).toBe(303);
    expect((await get(at)).status).toBe(403);
    const elsewhere = await accept(form.replace(/return_to=[^"]*/, 'return_to=%2F%2Fevil.example'));
    expect(elsewhere.headers.get('location')).toBe(base_url + at);
  });
});

describe.concurrent('a document in a room', () => {
  test('shows its place, and the documents beside it in the order of the numbers', async () => {
    const { room, folder, first, second, overview } = await newRoom();
    const beside = async (id: string) => {
      const page = await textOf(`/d/${id}?room=${room.id}`);
      expect(page).toContain(`href="/r/${room.id}"`);
      const found = [...page.matchAll(/<a class="(before|after)" href="\/d\/(\w+)\?room=(\w+)"/g)];
      return found.map(([, side, document, inRoom]) => [side, document, inRoom === room.id]);
    };

    expect(await beside(first)).toEqual([['after', second, true]]);
    expect(await beside(second)).toEqual([
      ['before', first, true],
      ['after', overview, true],
    ]);
    expect(await beside(overview)).toEqual([['before', second, true]]);
    expect(await textOf(`/d/${first}?room=${room.id}`)).toContain(`href="/r/${room.id}?folder=${folder.id}"`);
    expect(await textOf(`/d/${first}`)).not.toContain(room.id);
  });

  test('shows the documents beside it to a reader with access to documents in several folders only', async () => {
    const { path, room, first, overview } = await newRoom();
    const annexes = await call.createRoomItems({ path, json: { kind: 'folder', name: 'Annexes' } });
    const { id: parent_id } = annexes.body as RoomItem;
    const [ofFirst, ofOverview] = [first, overview].map((id) => id.replace('doc_', 'itm_'));
    const moved = { path: { ...path, item_id: ofOverview }, json: { parent_id } };
    await call.updateRoomItem(moved as CallRequest);
    const [ofRoom] = (await call.listRoomAccess({ path })).body.items;
    await call.deleteRoomAccess({ path: { ...path, access_id: ofRoom?.id ?? '' } });
    for (const item_id of [ofFirst, ofOverview])
      await call.createRoomAccess({
        path,
        json: { organization: true, level: 'view', item_id },
      } as CallRequest);

    expect(await textOf(`/d/${first}?room=${room.id}`)).toContain(
      `<a class="after" href="/d/${overview}?room=${room.id}"`,
    );
    expect(await textOf(`/d/${overview}?room=${room.id}`)).toContain(
      `<a class="before" href="/d/${first}?room=${room.id}"`,
    );
  });
});

import { describe, expect } from 'vitest';
import { call, uniqueTitle } from '../support/documents.ts';
import { base_url, pathPrefix, sameOrigin, session_cookies } from '../support/organizations.ts';
import { addPolicy } from '../support/policies.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

const hour = 3_600_000;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const member = { Cookie: session_cookies.member };
const owner = { Cookie: session_cookies.owner };

/** A room of the owner that members may see: a folder with two documents, one beside it, and a draft. */
async function newRoom(given: object = {}) {
  const made = await ownRoom({ name: uniqueTitle('Sale'), ...given });
  const { room, addDocument, folder, change, grant } = made;
  const parent_id = await folder('Contracts & leases');
  const { document_id: first } = await addDocument({ title: 'First lease' }, { parent_id });
  const { document_id: second } = await addDocument({ title: 'Second lease' }, { parent_id });
  const { document_id: overview } = await addDocument({ title: 'Overview' });
  await change(await folder('Draft'), { state: 'draft' });
  await grant({ organization: true, level: 'view' });
  return { ...made, parent_id, first, second, overview, at: `/r/${room.id}` };
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
  test('shows what the reader sees, a folder, titles that are searched, and JSON', async () => {
    const { at, room, parent_id, first } = await newRoom({ description: 'For <bidders>.' });
    const leases = ['1.1 First lease', '1.2 Second lease'];

    const response = await get(at);
    const page = await markupOf(response);

    expect(response.status).toBe(200);
    expect(page).toContain(room.name);
    expect(page).toContain('For &lt;bidders&gt;.');
    expect(rowsIn(page)).toEqual(['1 Contracts &amp; leases', ...leases, '2 Overview']);
    expect(page).not.toContain('Draft');
    expect(page).toContain(`href="/d/${first}?room=${room.id}"`);
    expect(page).not.toContain('Manage the room');
    const managed = await textOf(at, owner);
    for (const text of ['Draft', 'Manage the room']) expect(managed).toContain(text);
    const head = await get(at, member, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(rowsIn(await textOf(`${at}?folder=${parent_id}`))).toEqual(leases);
    expect(rowsIn(await textOf(`${at}?q=LEASE`))).toEqual(['1 Contracts &amp; leases', ...leases]);
    expect(rowsIn(await textOf(`${at}?q=draft`))).toEqual([]);
    // A text without a word, or one that is too long, is no search. A folder that is not there shows the whole room.
    for (const query of ['q=', 'q=!', `q=${'x'.repeat(201)}`, `folder=itm_${'0'.repeat(26)}`])
      expect(rowsIn(await textOf(`${at}?${query}`)), query).toHaveLength(4);
    // A search that went on after an item that is gone begins anew.
    expect(rowsIn(await textOf(`${at}?q=overview&after=itm_${'0'.repeat(26)}`))).toEqual(['2 Overview']);
    const json = await get(at, { ...member, Accept: 'application/json' });
    expect(await json.json()).toEqual({ ...room, item_count: null, created_by: expect.anything() });
  });

  // Threat: Somebody learns which rooms exist, who may enter them, or what is hidden in them
  test('is the same for a room that may not be entered and for none', async () => {
    const { room } = await ownRoom();
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
    const { room, path, addDocument, grant } = await ownRoom();
    const { document_id } = await addDocument();
    await grant({ organization: true, level: 'view' });
    const at = `/r/${room.id}`;
    for (const [json, words] of [
      [{ state: 'closed' }, 'This room is closed'],
      [{ state: 'open', opens_at: fromNow(hour) }, 'This room is not open yet'],
      [{ opens_at: null, closes_at: fromNow(-hour) }, 'This room is not open any more'],
    ] as const) {
      await call.updateRoom({ path, json });
      for (const address of [at, `/d/${document_id}?room=${room.id}`]) {
        const response = await get(address);
        const page = await markupOf(response);
        expect(response.status, words).toBe(403);
        expect(page).toContain(words);
        expect(page).not.toContain(room.name);
      }
      expect((await get(at, owner)).status).toBe(200);
    }
  });

  // Threat: A text is accepted in another person's name, unseen, or from another site
  test('shows the text of its gate once, and takes no acceptance from elsewhere or of another text', async () => {
    const text = 'I keep what I read to myself.';
    const { room, path, addDocument, folder, grant } = await ownRoom();
    const { document_id } = await addDocument();
    await grant({ organization: true, level: 'view' });
    const { id: policy_id } = await addPolicy(undefined, {}, { acknowledgement: text });
    await call.attachRoomPolicy({ path, json: { policy_id } });
    const at = `/r/${room.id}`;
    const inFolder = `${at}?folder=${await folder('Plans')}`;
    const asked = await get(inFolder);
    const form = await markupOf(asked);
    /** Sends the form of a page as a browser does. */
    const accept = (page: string, headers: Record<string, string> = member) => {
      const [, action = ''] = /<form method="post" action="(\/r\/[^"]*)"/.exec(page) ?? [];
      return fetch(base_url + action.replaceAll('&amp;', '&'), {
        method: 'POST',
        redirect: 'manual',
        headers: { ...sameOrigin, ...headers },
      });
    };

    expect(asked.status).toBe(403);
    expect(form).toContain(text);
    expect(form).toContain(room.name);
    expect(rowsIn(form)).toEqual([]);
    expect((await accept(form, { ...member, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await accept(form, { Origin: base_url })).status).toBe(401);
    expect((await accept(form.replace(/texts=\w+/, `texts=${'0'.repeat(64)}`))).status).toBe(303);
    expect((await get(at)).status).toBe(403);
    const elsewhere = await accept(form.replace(/return_to=[^"]*/, 'return_to=%2F%2Fevil.example'));
    expect(elsewhere.headers.get('location')).toBe(base_url + at);

    const accepted = await accept(form);

    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, base_url + inFolder]);
    expect((await get(at)).status).toBe(200);
    expect((await get(`/d/${document_id}?room=${room.id}`)).status).toBe(200);
    const entries = (await call.listRoomActivity({ path, query: { type: 'acknowledged' } })).body.items;
    expect(entries).toEqual([expect.objectContaining({ room_id: room.id, document_id: null })]);
  });
});

test('a document in a room shows its place, and the documents beside it in the order of the numbers', async () => {
  const { path, room, change, grant, parent_id, first, second, overview, folder } = await newRoom();
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
  expect(await textOf(`/d/${first}?room=${room.id}`)).toContain(`href="/r/${room.id}?folder=${parent_id}"`);
  expect(await textOf(`/d/${first}`)).not.toContain(room.id);

  // A reader may have access to documents in several folders only.
  const [ofFirst = '', ofOverview = ''] = [first, overview].map((id) => id.replace('doc_', 'itm_'));
  await change(ofOverview, { parent_id: await folder('Annexes') });
  const [ofRoom] = (await call.listRoomAccess({ path })).body.items;
  await call.deleteRoomAccess({ path: { ...path, access_id: ofRoom?.id ?? '' } });
  for (const item_id of [ofFirst, ofOverview]) await grant({ organization: true, level: 'view', item_id });

  expect(await beside(first)).toEqual([['after', overview, true]]);
  expect(await beside(overview)).toEqual([['before', first, true]]);
});

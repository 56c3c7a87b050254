import { describe, expect } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import type { RoomAccess } from '../../shared/contract/resources/room.ts';
import type { Actor } from '../support/client.ts';
import { call, uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { walk } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

const newAddress = (): string => `${crypto.randomUUID()}@guests.example`;
const fromNow = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString();
const hour = 3_600_000;

/** A room of the owner, and calls about access to it. */
async function newRoom() {
  const { room, path, folder, addDocument, grant } = await ownRoom();
  return {
    room,
    path,
    folder,
    addDocument,
    grant: (json: object = {}) => grant({ email: newAddress(), level: 'view', ...json }),
    listed: async (): Promise<RoomAccess[]> => (await call.listRoomAccess({ path })).body.items,
    of: ({ id }: RoomAccess) => ({ ...path, access_id: id }),
  };
}

const newGroup = async (as: Actor = 'owner'): Promise<string> =>
  (await call.createGroup({ as, json: { name: uniqueTitle('Bidders') } })).body.id;

describe.concurrent('an access entry', () => {
  test('is for an address, in any spelling, and answers with its Location and entity tag', async () => {
    const { room, grant, of, listed } = await newRoom();
    const email = newAddress();

    const { status, headers, body } = await grant({ email: ` ${email.toUpperCase()}`, level: 'download' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^rac_[0-9a-hjkmnp-tv-z]{26}$/),
      item_id: null,
      group_id: null,
      email,
      organization: false,
      level: 'download',
      expires_at: null,
      mail: 'none',
      created_at: expect.any(String),
      created_by: room.created_by,
    });
    expect(headers.get('location')).toMatch(`/v1/rooms/${room.id}/access/${body.id}`);
    const read = await call.getRoomAccess({ path: of(body) });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(await listed()).toEqual([body]);
  });

  test('is refused with what is wrong', async () => {
    const [{ grant, listed }, other] = [await newRoom(), await newRoom()];
    const theirs = await newGroup('outsider');
    const elsewhere = await other.folder('Elsewhere');

    for (const [json, param, code = 'invalid_value'] of [
      [{ email: null }, null],
      [{ email: null, organization: false }, null],
      [{ organization: true }, null],
      [{ level: undefined }, 'level', 'missing_required_field'],
      [{ email: 'mailto:ada@example.com' }, 'email'],
      [{ expires_at: fromNow(-hour) }, 'expires_at'],
      [{ email: null, group_id: `grp_${'0'.repeat(26)}` }, 'group_id'],
      [{ email: null, group_id: theirs }, 'group_id'],
      [{ item_id: `itm_${'0'.repeat(26)}` }, 'item_id'],
      [{ item_id: elsewhere }, 'item_id'],
      [{ email: null, organization: true, send_mail: true }, 'send_mail'],
      [{ level: 'none', send_mail: true }, 'send_mail'],
    ] as [object, string | null, ErrorCode?][])
      expect(await grant(json), JSON.stringify(json)).toMatchObject(refused(code, param));

    expect(await listed()).toEqual([]);
    await call.deleteGroup({ as: 'outsider', path: { group_id: theirs } });
  });

  test('is the only one of its subject for an item, also by many requests, until its group is deleted', async () => {
    const { path, folder, grant, listed, of } = await newRoom();
    const item_id = await folder('Contracts');
    const [email, group_id] = [newAddress(), await newGroup()];
    const subjects = [
      ['email', { email }],
      ['group_id', { email: null, group_id }],
      ['organization', { email: null, organization: true }],
    ] as const;
    const made: RoomAccess[] = [];

    for (const [param, subject] of subjects) {
      const answers = await Promise.all(Array.from({ length: 3 }, () => grant(subject)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      expect(await grant({ ...subject, level: 'none' })).toMatchObject(refused('invalid_value', param));
      const ofItem = await grant({ ...subject, item_id, expires_at: fromNow(hour) });
      expect(ofItem.status).toBe(201);
      made.unshift(ofItem.body, ...answers.filter(({ status }) => status === 201).map(({ body }) => body));
    }
    expect(await listed()).toEqual(made);
    const pages = await walk((query) => call.listRoomAccess({ path, query }), { limit: '4' });
    expect(pages.map(({ items }) => items)).toEqual([made.slice(0, 4), made.slice(4)]);

    await call.deleteGroup({ path: { group_id } });

    expect(await listed()).toEqual(made.filter((entry) => entry.group_id === null));
    for (const entry of made.filter((one) => one.group_id !== null))
      expect(await call.getRoomAccess({ path: of(entry) })).toMatchObject(
        refused('resource_not_found', 'access_id'),
      );
  });

  test('is changed in level and end, and opens again or is replaced when it has ended', async () => {
    const { grant, of, listed } = await newRoom();
    const ends = fromNow(1500);
    const [{ body: opened }, { body: replaced }] = [
      await grant({ expires_at: ends }),
      await grant({ expires_at: ends }),
    ];
    const path = of(opened);
    const past = await call.updateRoomAccess({ path, json: { expires_at: fromNow(-hour) } });
    expect(past).toMatchObject(refused('invalid_value', 'expires_at'));
    await new Promise((resolve) => setTimeout(resolve, Date.parse(ends) + 1 - Date.now()));
    expect(await listed()).toEqual([replaced, opened]);

    const json = { level: 'download', expires_at: fromNow(hour) };
    const changed = await call.updateRoomAccess({ path, json });
    const second = await grant({ email: replaced.email });

    expect(changed.body).toEqual({ ...opened, ...json });
    expect(second.status).toBe(201);
    expect(await listed()).toEqual([second.body, changed.body]);
    const open = await call.updateRoomAccess({ path, json: { expires_at: null } });
    expect(open.body).toEqual({ ...changed.body, expires_at: null });
  });

  test('is for managers to see and to change, and in the activity with the address of its person', async () => {
    const { room, path, addDocument, grant, of, listed } = await newRoom();
    // Members see no more than one document.
    const { item_id } = await addDocument();
    const { body: all } = await grant({ email: null, organization: true, item_id });
    const ids = { ...of(all), policy_id: `pol_${'0'.repeat(26)}` };
    const json = { email: newAddress(), level: 'view', send_mail: false };
    for (const [as, status, code] of [
      ['member', 403, 'insufficient_permissions'],
      ['service_account', 404, 'resource_not_found'],
      ['outsider', 404, 'resource_not_found'],
    ] as const)
      for (const answer of [
        await call.listRoomAccess({ as, path }),
        await call.createRoomAccess({ as, path, json }),
        await call.getRoomAccess({ as, path: ids }),
        await call.updateRoomAccess({ as, path: ids, json: { level: 'download' } }),
        await call.deleteRoomAccess({ as, path: ids }),
        await call.listRoomPolicies({ as, path }),
        await call.attachRoomPolicy({ as, path, json: { policy_id: ids.policy_id } }),
        await call.detachRoomPolicy({ as, path: ids }),
      ])
        expect(answer).toMatchObject({ status, error: { code } });
    expect(await listed()).toEqual([all]);

    const { body } = await call.createRoomAccess({ as: 'admin', path, json });
    await call.updateRoomAccess({ path: of(body), json: { level: 'download' } });
    expect((await call.deleteRoomAccess({ as: 'admin', path: of(body) })).body).toEqual({});
    const entries = await eventually(
      async () => {
        const { items } = (await call.listOrganizationActivity({ query: { limit: '100' } })).body;
        return items.filter(({ details }) => details.room_id === room.id && details.access_id === body.id);
      },
      ({ length }) => length === 3,
    );
    const details = { room_id: room.id, access_id: body.id, item_id: null, expires_at: null };
    expect(entries).toMatchObject([
      { type: 'room.access_ended', details: { ...details, level: 'download', address: body.email } },
      { type: 'room.access_updated', details: { ...details, level: 'download', address: body.email } },
      { type: 'room.access_granted', details: { ...details, level: 'view', address: body.email } },
    ]);
  });
});

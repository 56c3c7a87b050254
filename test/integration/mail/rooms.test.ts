import { beforeEach, describe, expect, test } from 'vitest';
import { type GroupId, groupId, type RoomItemId } from '../../../shared/contract/identifiers.ts';
import type { RoomAccess } from '../../../shared/contract/resources/room.ts';
import { mailOf, someAddress, stopUrl, subjectOf, textOf } from '../../support/mail.ts';
import { ownedOrganization } from '../../support/people/people.ts';
import { refused } from '../../support/refusals.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';

const stage = await sharedStage();
const { call, credentials, takeMessages } = stage;
const { clear, consume, mailsTo, work } = mailOf(stage);

/** An owner with a room and a folder in it, and a group. */
async function opening() {
  const { id, owner, by: as } = await ownedOrganization();
  const { body: room } = await call.createRoom({ ...as, json: { name: 'Bidding' } });
  const path = { room_id: room.id };
  const folder = await call.createRoomItems({ ...as, path, json: { kind: 'folder', name: 'Contracts' } });
  const group_id = groupId.parse((await call.createGroup({ ...as, json: { name: 'Bidders' } })).body.id);
  const of = (access: RoomAccess) => ({ ...path, access_id: access.id });
  return {
    id,
    owner,
    room,
    group_id,
    folder: 'id' in folder.body ? folder.body.id : ('itm_' as RoomItemId),
    grant: (json: object) => call.createRoomAccess({ ...as, path, json: { level: 'view', ...json } }),
    now: async (access: RoomAccess) => (await call.getRoomAccess({ ...as, path: of(access) })).body,
    list: async () => (await call.listRoomAccess({ ...as, path })).body.items,
    change: (access: RoomAccess, json: object) => call.updateRoomAccess({ ...as, path: of(access), json }),
    remove: (access: RoomAccess) => call.deleteRoomAccess({ ...as, path: of(access) }),
    update: (json: object) => call.updateRoom({ ...as, path, json }),
    removeRoom: () => call.deleteRoom({ ...as, path }),
    removeFolder: (item_id: RoomItemId) => call.deleteRoomItem({ ...as, path: { ...path, item_id } }),
    removeGroup: () => call.deleteGroup({ ...as, path: { group_id } }),
    addTo: async (group: GroupId, ...subjects: object[]) => {
      for (const json of subjects) await call.createGroupEntry({ ...as, path: { group_id: group }, json });
    },
    leave: async (email: string) => {
      const { items } = (await call.listGroupEntries({ ...as, path: { group_id } })).body;
      const entry_id = items.find((entry) => entry.email === email)?.id ?? '';
      await call.deleteGroupEntry({ ...as, path: { group_id, entry_id } });
    },
  };
}

beforeEach(clear);

describe('the mail about access to a room', () => {
  test('names the manager and the room, quotes the message, and links to the room', async () => {
    const [acme, email] = [await opening(), someAddress()];
    await acme.update({ opens_at: '2099-05-01T08:00:00Z', closes_at: '2099-07-01T08:00:00Z' });
    const message = 'Please <b>bid</b>.\nBefore Friday.';
    const { body: made } = await acme.grant({ email, message, expires_at: '2099-06-30T21:59:59Z' });
    expect(made).toMatchObject({ mail: 'queued' });

    const [body = ''] = await takeMessages('mail');
    await Promise.all([consume('sendMail', body), consume('sendMail', body)]);
    await consume('sendMail', body);

    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(subjectOf(mail)).toBe(`${acme.owner.name} opens the room “Bidding” for you`);
    const text = textOf(mail);
    expect(text).toContain('\n\n> Bidding\n\n');
    expect(text).toContain('> Please <b>bid</b>.\n> Before Friday.');
    expect(text).toContain(acme.room.service_url);
    expect(text).toContain(
      `Sign in as ${email} to enter the room. You can enter it until 2099-06-30 21:59 UTC.`,
    );
    expect(text).toContain('The room opens on 2099-05-01 08:00 UTC.');
    expect(stopUrl(mail)).toContain(`${credentials.base_url}/`);
    expect(await acme.now(made)).toMatchObject({ mail: 'sent' });
    await work('mailEvents');
    expect(await acme.list()).toMatchObject([{ id: made.id, mail: 'delivered' }]);
    const again = await acme.grant({ email });
    expect(again).toMatchObject(refused('invalid_value', 'email'));
    expect(again.error?.message).toContain(made.id);
    expect(await takeMessages('mail')).toEqual([]);
  });

  test('is sent for an address unless that was refused, and for others only if it was requested', async () => {
    const acme = await opening();
    const email = someAddress();
    await acme.addTo(acme.group_id, { email });

    const answers = [
      await acme.grant({ email: someAddress(), send_mail: false }),
      await acme.grant({ email: someAddress(), level: 'none' }),
      await acme.grant({ group_id: acme.group_id }),
      await acme.grant({ organization: true }),
    ];

    expect(answers.map(({ status, body }) => [status, body.mail])).toEqual(answers.map(() => [201, 'none']));
    expect(await takeMessages('mail')).toEqual([]);
  });

  type Meanwhile = (acme: Awaited<ReturnType<typeof opening>>, made: RoomAccess) => Promise<unknown>;
  test.for<[string, Meanwhile, to?: 'group']>([
    ['the entry was removed', ({ remove }, made) => remove(made)],
    ['the entry opens nothing any more', ({ change }, made) => change(made, { level: 'none' })],
    ['its item was removed', ({ removeFolder, folder }) => removeFolder(folder)],
    ['the room was removed', ({ removeRoom }) => removeRoom()],
    [
      'the room closed for good',
      ({ update }) => update({ closes_at: new Date(Date.now() - 1000).toISOString() }),
    ],
    ['its group was deleted', ({ removeGroup }) => removeGroup(), 'group'],
  ])('is not sent when %s meanwhile', async ([, meanwhile, to]) => {
    const [acme, email] = [await opening(), someAddress()];
    const { group_id } = acme;
    await acme.addTo(group_id, { email });
    const subject = to === 'group' ? { group_id, send_mail: true } : { email };
    const { body: made } = await acme.grant({ ...subject, item_id: acme.folder });
    await meanwhile(acme, made);

    await work('mail');

    expect(await mailsTo(email)).toEqual([]);
  });
});

describe('the mails about access of a group', () => {
  test('go to each address in the group, and the least advanced one is shown', async () => {
    const acme = await opening();
    const [one, two, gone] = [someAddress(), someAddress(), someAddress()];
    await acme.addTo(
      acme.group_id,
      { email: one },
      { email: two },
      { email: gone },
      { domain: 'guests.example' },
    );

    const { body: made } = await acme.grant({ group_id: acme.group_id, send_mail: true, message: 'Welcome' });

    expect(made).toMatchObject({ mail: 'queued' });
    await acme.leave(gone);
    const [first = '', ...rest] = await takeMessages('mail');
    expect(rest).toHaveLength(2);
    await consume('sendMail', first);
    expect(await acme.now(made)).toMatchObject({ mail: 'queued' });
    for (const body of rest) await consume('sendMail', body);
    expect(await acme.now(made)).toMatchObject({ mail: 'sent' });
    for (const email of [one, two])
      expect((await mailsTo(email)).map(textOf)).toEqual([expect.stringContaining('> Welcome')]);
    expect(await mailsTo(gone)).toEqual([]);
    await work('mailEvents');
    expect(await acme.now(made)).toMatchObject({ mail: 'delivered' });
    // Addresses that are added later get no mail.
    await acme.addTo(acme.group_id, { email: gone });
    expect(await takeMessages('mail')).toEqual([]);
  });

  test('are refused for more than a hundred addresses', async () => {
    const acme = await opening();
    await acme.addTo(acme.group_id, ...Array.from({ length: 101 }, () => ({ email: someAddress() })));

    expect(await acme.grant({ group_id: acme.group_id, send_mail: true })).toMatchObject(
      refused('invalid_value', 'send_mail'),
    );
    expect(await acme.list()).toEqual([]);
    expect(await takeMessages('mail')).toEqual([]);
  });
});

import { describe, expect } from 'vitest';
import { call, uniqueTitle } from '../support/documents.ts';
import { problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';
import { test } from '../support/test.ts';

/** A room of the owner, and calls about its gate. */
async function newRoom() {
  const { room, path } = await ownRoom();
  return {
    room,
    path,
    attach: (policy_id: string) => call.attachRoomPolicy({ path, json: { policy_id } }),
    detach: (policy_id: string) => call.detachRoomPolicy({ path: { ...path, policy_id } }),
    gate: async () => (await call.listRoomPolicies({ path })).body.items,
  };
}

describe.concurrent('the gate of a room', () => {
  test('gets and loses a policy once, and shows the newest first', async () => {
    const { room, path, attach, detach, gate } = await newRoom();
    const [label, terms] = [
      await addPolicy(),
      await addPolicy(undefined, {}, { acknowledgement: 'Secret.' }),
    ];

    const first = await attach(label.id);
    expect(first).toMatchObject({
      status: 200,
      body: {
        room_id: room.id,
        attached_at: expect.any(String),
        attached_by: room.created_by,
        policy: { id: label.id, name: label.name, created_at: label.created_at },
      },
    });
    const second = await attach(terms.id);
    expect((await attach(label.id)).body).toEqual(first.body);

    expect(await gate()).toEqual([second.body, first.body]);
    const pages = await walk((query) => call.listRoomPolicies({ path, query }), { limit: '1' });
    expect(pages.flatMap(({ items }) => items)).toEqual([second.body, first.body]);
    const name = uniqueTitle('Renamed');
    await change(label.id, { name, archived: true });
    expect((await gate())[1]?.policy.name).toBe(name);
    expect((await detach(label.id)).body).toEqual({});
    expect(await gate()).toEqual([second.body]);
    expect(await detach(label.id)).toMatchObject(refused('resource_not_found', 'policy_id'));
    expect(await attach(label.id), 'it is archived').toMatchObject(refused('invalid_value', 'policy_id'));
    expect(await attach(unknownPolicy)).toMatchObject(refused('resource_not_found', 'policy_id'));
  });

  test('takes no policy that keeps documents, nor does a policy there become one', async () => {
    const { path, attach, detach, gate } = await newRoom();
    for (const rules of [
      { retain_for_days: 1 },
      { retain_until: '2020-01-01T00:00:00Z' },
      { legal_hold: true, watermark: true },
    ]) {
      const { id } = await addPolicy(undefined, {}, rules);
      expect(await attach(id)).toMatchObject(refused('invalid_value', 'policy_id'));
    }
    expect(await gate()).toEqual([]);
    const [left, deleted] = [await addPolicy(), await addPolicy()];
    for (const { id } of [left, deleted]) await attach(id);

    expect((await change(left.id, { rules: { require_sign_in: true } })).status).toBe(200);
    const rules = { require_sign_in: true, retain_for_days: 30 };
    expect(await change(left.id, { rules })).toMatchObject(problem(422, ['body.rules', rules]));
    expect((await call.getPolicy({ path: { policy_id: left.id } })).body.rules).toEqual({
      require_sign_in: true,
    });
    await detach(left.id);
    expect((await change(left.id, { rules })).status).toBe(200);
    await call.deleteRoom({ path });
    expect((await change(deleted.id, { rules: { retain_for_days: 1 } })).status).toBe(200);
  });

  test('has no policy that keeps documents, also if both are asked for at the same time', async () => {
    const { attach, gate } = await newRoom();
    for (let attempt = 0; attempt < 3; attempt++) {
      const { id } = await addPolicy();

      const [attached, changed] = await Promise.all([
        attach(id),
        change(id, { rules: { retain_for_days: 1 } }),
      ]);

      expect([attached.status, changed.status]).toBeOneOf([
        [200, 422],
        [400, 200],
      ]);
      expect((await gate()).some(({ policy }) => policy.id === id)).toBe(attached.status === 200);
    }
  });

  test('has at most five policies with rules, and any number without', async () => {
    const { attach, detach, gate } = await newRoom();
    const made = await Promise.all(
      Array.from({ length: 6 }, () => addPolicy(undefined, {}, { watermark: true })),
    );
    const [first, ...others] = made.map(({ id }) => id);
    const last = others.pop() ?? '';
    for (const id of [first ?? '', ...others]) expect((await attach(id)).status).toBe(200);

    expect(await attach(last)).toMatchObject(refused('invalid_value', 'policy_id'));
    expect((await attach((await addPolicy()).id)).status).toBe(200);
    expect(await gate()).toHaveLength(6);
    await detach(first ?? '');
    expect((await attach(last)).status).toBe(200);
  });
});

import { describe, expect } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import { call, uniqueTitle } from '../support/documents.ts';
import { problem } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change, unknownPolicy } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';
import { test } from '../support/test.ts';

/** A room of the owner, and calls about its gate. */
async function newRoom() {
  const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Bidding') } });
  const path = { room_id: room.id };
  return {
    room,
    path,
    attach: (policy_id: string) => call.attachRoomPolicy({ path, json: { policy_id } }),
    detach: (policy_id: string) => call.detachRoomPolicy({ path: { ...path, policy_id } }),
    gate: async () => (await call.listRoomPolicies({ path })).body.items,
  };
}

const policyWith = (rules: Rules) => addPolicy(undefined, {}, rules);

describe.concurrent('the gate of a room', () => {
  test('gets a policy once, and shows the newest first', async () => {
    const { room, path, attach, gate } = await newRoom();
    const [label, terms] = [await addPolicy(), await policyWith({ acknowledgement: 'I keep secrets.' })];

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
    await change(label.id, { name });
    expect((await gate())[1]?.policy.name).toBe(name);
  });

  test('loses a policy once', async () => {
    const { attach, detach, gate } = await newRoom();
    const { id } = await addPolicy();
    await attach(id);

    expect((await detach(id)).body).toEqual({});
    expect(await gate()).toEqual([]);
    expect(await detach(id)).toMatchObject(refused('resource_not_found', 'policy_id'));
    expect((await attach(id)).status).toBe(200);
  });

  test.for<[string, Rules]>([
    ['keeps documents for days', { retain_for_days: 1 }],
    ['keeps documents until a date', { retain_until: '2099-01-01T00:00:00Z' }],
    ['kept documents until a date', { retain_until: '2020-01-01T00:00:00Z' }],
    ['keeps documents without an end', { legal_hold: true, watermark: true }],
  ])('takes no policy that %s', async ([, rules]) => {
    const { attach, gate } = await newRoom();
    const { id } = await policyWith(rules);

    expect(await attach(id)).toMatchObject(refused('invalid_value', 'policy_id'));
    expect(await gate()).toEqual([]);
  });

  test('takes no policy that is unknown or archived', async () => {
    const { attach, gate } = await newRoom();
    const { id } = await addPolicy();
    await change(id, { archived: true });

    expect(await attach(id)).toMatchObject(refused('invalid_value', 'policy_id'));
    expect(await attach(unknownPolicy)).toMatchObject(refused('resource_not_found', 'policy_id'));
    expect(await gate()).toEqual([]);
  });

  test('has at most five policies with rules, and any number without', async () => {
    const { attach, detach, gate } = await newRoom();
    const made = await Promise.all(Array.from({ length: 6 }, () => policyWith({ watermark: true })));
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

describe.concurrent('a policy at a gate', () => {
  test('takes rules for readers, and none that keeps documents, until it leaves the gate', async () => {
    const { attach, detach } = await newRoom();
    const { id } = await addPolicy();
    await attach(id);

    expect((await change(id, { rules: { require_sign_in: true } })).status).toBe(200);
    const rules = { require_sign_in: true, retain_for_days: 30 };
    expect(await change(id, { rules })).toMatchObject(problem(422, ['body.rules', rules]));
    expect((await call.getPolicy({ path: { policy_id: id } })).body.rules).toEqual({ require_sign_in: true });
    await detach(id);
    expect((await change(id, { rules })).status).toBe(200);
  });

  test('keeps documents again once its room is deleted', async () => {
    const { attach, path } = await newRoom();
    const { id } = await addPolicy();
    await attach(id);

    await call.deleteRoom({ path });

    expect((await change(id, { rules: { retain_for_days: 1 } })).status).toBe(200);
  });

  test('never keeps documents, also if both are asked for at the same time', async () => {
    const { attach, gate } = await newRoom();
    for (let attempt = 0; attempt < 5; attempt++) {
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

  test('stays in force while it is archived', async () => {
    const { attach, gate } = await newRoom();
    const { id } = await addPolicy();
    const { body } = await attach(id);

    await change(id, { archived: true });

    expect(await gate()).toEqual([body]);
    expect((await attach(id)).body).toEqual(body);
    expect((await call.listPolicyDocuments({ path: { policy_id: id } })).body.items).toEqual([]);
  });
});

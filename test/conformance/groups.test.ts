import { describe, expect } from 'vitest';
import type { Actor, CallRequest } from '../support/client.ts';
import { apiKeys, call, uniqueTitle } from '../support/documents.ts';
import { governed } from '../support/governed.ts';
import { base_url, problem, user_ids, wrongIn } from '../support/organizations.ts';
import { walk } from '../support/pages.ts';
import { addPolicy, change } from '../support/policies.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

const email = 'ines@guests.example';

/** The calls of staff in an organization of their own. */
async function newGroups() {
  const { headers } = await newOrganization();
  const by = { as: 'staff', headers } as const;
  const create = (json: unknown) => call.createGroup({ ...by, json });
  return {
    by,
    create,
    listed: async () => (await call.listGroups(by)).body.items,
    newGroup: async (name = uniqueTitle('Bidders')) => (await create({ name })).body.id,
    rename: (group_id: string, name: string) =>
      call.updateGroup({ ...by, path: { group_id }, json: { name } }),
    add: (group_id: string, json: unknown, more: CallRequest = {}) =>
      call.createGroupEntry({ ...by, path: { group_id }, json, ...more }),
    entriesOf: async (group_id: string) =>
      (await call.listGroupEntries({ ...by, path: { group_id } })).body.items,
    countOf: async (group_id: string) =>
      (await call.getGroup({ ...by, path: { group_id } })).body.entry_count,
  };
}

describe.concurrent('a group', () => {
  test('has a name, a description and the number of its entries, until it is deleted', async () => {
    const { create, by, listed, add } = await newGroups();

    const { status, headers, body } = await create({ name: 'Bidders', description: 'First round\nin May' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^grp_[0-9a-hjkmnp-tv-z]{26}$/),
      org_id: expect.stringMatching(/^org_/),
      name: 'Bidders',
      description: 'First round\nin May',
      entry_count: 0,
      created_at: expect.any(String),
    });
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/groups/${body.id}$`));
    const path = { group_id: body.id, entry_id: `gre_${'0'.repeat(26)}` };
    const read = await call.getGroup({ ...by, path });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(await listed()).toEqual([body]);
    const changed = await call.updateGroup({ ...by, path, json: { description: null } });
    expect(changed.body).toEqual({ ...body, description: null });
    await add(body.id, { email });

    expect((await call.deleteGroup({ ...by, path })).body).toEqual({});

    for (const answer of [
      await call.getGroup({ ...by, path }),
      await call.deleteGroup({ ...by, path }),
      await call.listGroupEntries({ ...by, path }),
      await call.deleteGroupEntry({ ...by, path }),
      await add(body.id, { email }),
    ])
      expect(answer).toMatchObject(problem(404));
    const again = await create({ name: 'bidders' });
    expect(again.body.entry_count).toBe(0);
    expect(await listed()).toEqual([again.body]);
  });

  test('has a name that searches tell apart from every other one', async () => {
    const { create, rename, by } = await newGroups();
    const { body } = await create({ name: 'Café Müller' });
    const { body: other } = await create({ name: 'Lawyers' });
    const wrong = { name: 'Bidders\nLawyers', entry_count: 3 };

    expect(await create(wrong)).toMatchObject(wrongIn(wrong, []));
    for (const name of ['CAFE MULLER', 'cafe\u0301 mu\u0308ller'])
      expect(await create({ name })).toMatchObject(problem(422, ['body.name', name]));
    const renamed = await rename(other.id, 'cafe muller');
    expect(renamed).toMatchObject(problem(422, ['body.name', 'cafe muller']));
    expect(renamed.headers.get('x-error-code')).toBe('name_taken');
    expect((await rename(body.id, 'Cafe Muller')).body).toEqual({ ...body, name: 'Cafe Muller' });
    const pages = await walk((query) => call.listGroups({ ...by, query }), { limit: '1' });
    expect(pages.map(({ items }) => items.map(({ name }) => name))).toEqual([['Lawyers'], ['Cafe Muller']]);
  });
});

describe.concurrent('an entry', () => {
  test('names a member, an address or a domain, and is removed', async () => {
    const { by, newGroup, add, entriesOf, countOf } = await newGroups();
    const group_id = await newGroup();
    const [me] = (await call.listOrganizationMembers(by)).body.items;
    const others = { user_id: null, email: null, domain: null };
    const id = expect.stringMatching(/^gre_[0-9a-hjkmnp-tv-z]{26}$/);
    const created_at = expect.any(String);

    const added = [
      await add(group_id, { user_id: me?.user_id }),
      await add(group_id, { email: ' Ines@Guests.Example' }),
      await add(group_id, { domain: 'Guests.Example' }),
    ];

    expect(added.map(({ status, body }) => [status, body])).toEqual([
      [201, { ...others, id, created_at, user_id: me?.user_id }],
      [201, { ...others, id, created_at, email }],
      [201, { ...others, id, created_at, domain: 'guests.example' }],
    ]);
    const entries = added.map(({ body }) => body).toReversed();
    expect(await entriesOf(group_id)).toEqual(entries);
    expect(await countOf(group_id)).toBe(3);
    const path = { group_id, entry_id: entries[0]?.id ?? '' };
    expect((await call.deleteGroupEntry({ ...by, path })).body).toEqual({});
    expect(await call.deleteGroupEntry({ ...by, path })).toMatchObject(problem(404));
    expect(await entriesOf(group_id)).toEqual(entries.slice(1));
    const again = await add(group_id, { domain: 'guests.example' });
    expect([again.status, again.body.id === path.entry_id]).toEqual([201, false]);
  });

  test('exists once: a second POST answers 200 with it, also at the same time', async () => {
    const { by, newGroup, add, entriesOf, countOf } = await newGroups();
    const group_id = await newGroup();
    const key = { headers: { ...by.headers, 'Idempotency-Key': crypto.randomUUID() } };
    const first = await Promise.all([1, 2, 3, 4].map(() => add(group_id, { email })));
    expect(first.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    const body = first.find(({ status }) => status === 201)?.body;

    const keyed = await add(group_id, { email: 'INES@guests.example' }, key);
    const replayed = await add(group_id, { email: 'INES@guests.example' }, key);

    for (const answer of [keyed, replayed]) {
      expect([answer.status, answer.body]).toEqual([200, body]);
      expect(answer.headers.get('location')).toBeNull();
    }
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect([await countOf(group_id), await entriesOf(group_id)]).toEqual([1, [body]]);
  });

  test('is refused with what is wrong', async () => {
    const { newGroup, add, entriesOf } = await newGroups();
    const group_id = await newGroup();
    const two = { email, domain: 'b.example' };

    for (const json of [{ domain: 'guests.example/readers' }, { user_id: `usr_${'0'.repeat(26)}` }])
      expect(await add(group_id, json)).toMatchObject(wrongIn(json, []));
    expect(await add(group_id, two)).toMatchObject(problem(422, ['body', two]));
    expect(await entriesOf(group_id)).toEqual([]);
  });

  test('is one of at most 50 of an address, which a deleted group does not use up', async () => {
    const { by, newGroup, add } = await newGroups();
    const groups = [];
    for (let index = 0; index < 51; index++) groups.push(await newGroup());
    for (const group_id of groups.slice(0, 50)) expect((await add(group_id, { email })).status).toBe(201);
    const last = groups[50] ?? '';

    expect(await add(last, { email })).toMatchObject(problem(422, ['body.email', email]));
    await call.deleteGroup({ ...by, path: { group_id: groups[0] ?? '' } });
    expect((await add(last, { email })).status).toBe(201);
  });
});

describe.concurrent('the rule allowed_groups', () => {
  const newGroup = async () => (await call.createGroup({ json: { name: uniqueTitle('Bidders') } })).body.id;
  const add = async (group_id: string, json: object) =>
    (await call.createGroupEntry({ path: { group_id }, json })).body.id;

  // Threat: A reader bypasses the policies of a document
  test('opens a document to the people of the groups, from the next request on, beside other rules', async () => {
    const [bidders, lawyers] = [await newGroup(), await newGroup()];
    const { at, policy } = await governed({ allowed_groups: [bidders, lawyers] });
    const outsiders = (await call.listOrganizationMembers({ as: 'outsider' })).body.items[0]?.email ?? '';
    const statuses = (...actors: Actor[]) =>
      Promise.all(
        actors.map(async (as) => {
          const headers = { Authorization: `Bearer ${apiKeys[as]}`, Accept: 'application/json' };
          return (await fetch(base_url + at, { headers })).status;
        }),
      );
    expect(await statuses('member', 'outsider', 'owner')).toEqual([403, 403, 200]);

    const entry_id = await add(bidders, { user_id: user_ids.member });
    await add(lawyers, { email: outsiders.toUpperCase() });
    expect(await statuses('member', 'outsider')).toEqual([200, 200]);
    expect(await statuses('service_account', 'newcomer')).toEqual([403, 403]);

    await call.deleteGroupEntry({ path: { group_id: bidders, entry_id } });
    await call.deleteGroup({ path: { group_id: lawyers } });
    expect(await statuses('member', 'outsider')).toEqual([403, 403]);

    // One of the rules for people is enough. The id of a deleted group stays, and other rules can be changed beside it.
    await add(bidders, { user_id: user_ids.member });
    const [, domain = ''] = outsiders.split('@');
    const rules = { allowed_groups: [bidders, lawyers], allowed_email_domains: [domain], watermark: true };
    expect((await change(policy.id, { rules })).body.rules).toEqual(rules);
    expect(await statuses('member', 'outsider')).toEqual([200, 200]);
    await call.deleteGroup({ path: { group_id: bidders } });
    expect(await statuses('member', 'outsider')).toEqual([403, 200]);
  });

  test('is refused with unknown groups, and those of another organization', async () => {
    const { id } = await addPolicy();
    const theirs = await (await newGroups()).newGroup();

    for (const allowed_groups of [[`grp_${'0'.repeat(26)}`], [theirs]]) {
      const rules = { allowed_groups };
      const wrong = problem(422, ['body.rules.allowed_groups', allowed_groups]);
      expect(await call.createPolicy({ json: { name: uniqueTitle('Refused'), rules } })).toMatchObject(wrong);
      expect(await change(id, { rules })).toMatchObject(wrong);
    }
  });
});

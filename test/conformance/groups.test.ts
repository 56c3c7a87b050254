import { describe, expect } from 'vitest';
import type { Rules } from '../../shared/contract/resources/rules.ts';
import type { Actor, CallRequest } from '../support/client.ts';
import { apiKeys, call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { base_url, problem, user_ids, type WrongRow, wrongIn } from '../support/organizations.ts';
import { addPolicy, attach, change } from '../support/policies.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

/** The calls of staff in an organization of their own. */
async function newGroups() {
  const { headers } = await newOrganization();
  const by = { as: 'staff', headers } as const;
  return {
    by,
    listed: async () => (await call.listGroups(by)).body.items,
    create: (json: unknown, more: CallRequest = {}) => call.createGroup({ ...by, json, ...more }),
    add: (group_id: string, json: unknown, more: CallRequest = {}) =>
      call.createGroupEntry({ ...by, path: { group_id }, json, ...more }),
    entriesOf: async (group_id: string) =>
      (await call.listGroupEntries({ ...by, path: { group_id } })).body.items,
    newGroup: async (name = uniqueTitle('Bidders')) =>
      (await call.createGroup({ ...by, json: { name } })).body.id,
  };
}

describe.concurrent('a group', () => {
  test('has a name, a description and the number of its entries', async () => {
    const { create, by, listed } = await newGroups();

    const { status, headers, body } = await create({ name: 'Bidders', description: 'First round\nin May' });

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^grp_[0-9a-hjkmnp-tv-z]{26}$/),
      org_id: by.headers['X-Organization-Id'] ?? expect.stringMatching(/^org_/),
      name: 'Bidders',
      description: 'First round\nin May',
      entry_count: 0,
      created_at: expect.any(String),
    });
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/groups/${body.id}$`));
    const read = await call.getGroup({ ...by, path: { group_id: body.id } });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect(await listed()).toEqual([body]);
  });

  test.for<WrongRow>([
    ['a name of 101 characters', { name: 'n'.repeat(101) }],
    ['a blank name', { name: ' ' }],
    ['a name of two lines', { name: 'Bidders\nLawyers' }],
    [
      'a description of 2,001 characters',
      { name: 'N', description: 'd'.repeat(2001) },
      ['body.description', null],
    ],
    ['an unknown field', { name: 'N', entry_count: 3 }, ['body.entry_count', 3]],
  ])('is refused with %s', async ([, json, ...wrong]) => {
    const { create, listed } = await newGroups();

    expect(await create(json)).toMatchObject(wrongIn(json, wrong));
    expect(await listed()).toEqual([]);
  });

  test('has a name that searches tell apart from every other one', async () => {
    const { create, by, listed } = await newGroups();
    const { body } = await create({ name: 'Café Müller' });
    const other = (await create({ name: 'Lawyers' })).body.id;

    for (const name of ['CAFE MULLER', 'cafe\u0301 mu\u0308ller', 'Café\u200bMüller'.replace('\u200b', ' ')])
      expect(await create({ name })).toMatchObject(problem(422, ['body.name', name]));
    const renamed = await call.updateGroup({
      ...by,
      path: { group_id: other },
      json: { name: 'cafe muller' },
    });
    expect(renamed).toMatchObject(problem(422, ['body.name', 'cafe muller']));
    expect(renamed.headers.get('x-error-code')).toBe('name_taken');
    expect((await listed()).map(({ name }) => name)).toEqual(['Lawyers', 'Café Müller']);
    const own = await call.updateGroup({ ...by, path: { group_id: body.id }, json: { name: 'Cafe Muller' } });
    expect(own.body).toEqual({ ...body, name: 'Cafe Muller' });
  });

  test('is gone once it is deleted, and its name is free', async () => {
    const { by, newGroup, add, create, listed } = await newGroups();
    const group_id = await newGroup('Bidders');
    await add(group_id, { email: 'ines@guests.example' });

    expect((await call.deleteGroup({ ...by, path: { group_id } })).body).toEqual({});

    const path = { group_id, entry_id: `gre_${'0'.repeat(26)}` };
    for (const answer of [
      await call.getGroup({ ...by, path }),
      await call.deleteGroup({ ...by, path }),
      await call.listGroupEntries({ ...by, path }),
      await call.deleteGroupEntry({ ...by, path }),
      await add(group_id, { email: 'ines@guests.example' }),
    ])
      expect(answer).toMatchObject(problem(404));
    const again = await create({ name: 'bidders' });
    expect(again.body.entry_count).toBe(0);
    expect(await listed()).toEqual([again.body]);
  });
});

describe.concurrent('an entry', () => {
  test('names a member, an address or a domain', async () => {
    const { by, newGroup, add, entriesOf } = await newGroups();
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
      [201, { ...others, id, created_at, email: 'ines@guests.example' }],
      [201, { ...others, id, created_at, domain: 'guests.example' }],
    ]);
    expect(await entriesOf(group_id)).toEqual(added.map(({ body }) => body).toReversed());
    expect((await call.getGroup({ ...by, path: { group_id } })).body.entry_count).toBe(3);
  });

  test('exists once: a second POST answers 200 with it', async () => {
    const { by, newGroup, add } = await newGroups();
    const group_id = await newGroup();
    const { body } = await add(group_id, { email: 'ines@guests.example' });
    const key = { headers: { ...by.headers, 'Idempotency-Key': crypto.randomUUID() } };

    const again = await add(group_id, { email: 'INES@guests.example' });
    const keyed = await add(group_id, { email: 'ines@guests.example' }, key);
    const replayed = await add(group_id, { email: 'ines@guests.example' }, key);

    for (const { status, body: same, headers } of [again, keyed, replayed]) {
      expect([status, same]).toEqual([200, body]);
      expect(headers.get('location')).toBeNull();
    }
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect((await call.getGroup({ ...by, path: { group_id } })).body.entry_count).toBe(1);
  });

  test('is removed, and can be added again', async () => {
    const { by, newGroup, add, entriesOf } = await newGroups();
    const group_id = await newGroup();
    const first = (await add(group_id, { domain: 'guests.example' })).body.id;
    const path = { group_id, entry_id: first };

    expect((await call.deleteGroupEntry({ ...by, path })).body).toEqual({});
    expect(await call.deleteGroupEntry({ ...by, path })).toMatchObject(problem(404));
    expect(await entriesOf(group_id)).toEqual([]);
    const again = await add(group_id, { domain: 'guests.example' });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(first);
    expect((await call.getGroup({ ...by, path })).body.entry_count).toBe(1);
  });

  test.for<WrongRow>([
    ['nothing', {}, ['body', {}]],
    [
      'two of the three',
      { email: 'a@b.example', domain: 'b.example' },
      ['body', { email: 'a@b.example', domain: 'b.example' }],
    ],
    ['no address', { email: 'nobody' }],
    ['an address without a width', { email: 'a\u200bda@guests.example' }],
    ['no domain', { domain: 'not a domain' }],
    ['a domain with a path', { domain: 'guests.example/readers' }],
    ['nobody who is a member', { user_id: `usr_${'0'.repeat(26)}` }],
    ['an id of another kind', { user_id: `user_${'0'.repeat(26)}` }],
    ['null', { email: null }],
  ])('is refused with %s', async ([, json, ...wrong]) => {
    const { newGroup, add, entriesOf } = await newGroups();
    const group_id = await newGroup();

    expect(await add(group_id, json)).toMatchObject(wrongIn(json, wrong));
    expect(await entriesOf(group_id)).toEqual([]);
  });

  test('is one of at most 50 of an address, which a deleted group does not use up', async () => {
    const { by, newGroup, add } = await newGroups();
    const groups = [];
    for (let index = 0; index < 51; index++) groups.push(await newGroup());
    const email = 'ines@guests.example';
    for (const group_id of groups.slice(0, 50)) expect((await add(group_id, { email })).status).toBe(201);
    const last = groups[50] ?? '';

    expect(await add(last, { email })).toMatchObject(problem(422, ['body.email', email]));
    await call.deleteGroup({ ...by, path: { group_id: groups[0] ?? '' } });
    expect((await add(last, { email })).status).toBe(201);
  });
});

describe.concurrent('the rule allowed_groups', () => {
  /** A public document of the seeded organization with this rule, and a function that says what a caller gets of it. */
  async function governed(...allowed_groups: readonly string[]) {
    const { document_id } = await readyDocument({ fields: { access_level: 'public' } });
    const policy = await addPolicy(undefined, {}, { allowed_groups } as Rules);
    await attach(document_id, policy.id);
    const open = async (as: Actor) => {
      const headers = { Authorization: `Bearer ${apiKeys[as]}`, Accept: 'application/json' };
      return (await fetch(`${base_url}/d/${document_id}`, { headers })).status;
    };
    return { document_id, policy, open };
  }
  const newGroup = async () => (await call.createGroup({ json: { name: uniqueTitle('Bidders') } })).body.id;
  const add = async (group_id: string, json: object) =>
    (await call.createGroupEntry({ path: { group_id }, json })).body.id;
  const addressOf = async (as: Actor) =>
    (await call.listOrganizationMembers({ as })).body.items[0]?.email ?? '';

  // Threat: A reader bypasses the policies of a document
  test('opens a document to the people of the groups, from the next request on', async () => {
    const [bidders, lawyers] = [await newGroup(), await newGroup()];
    const { open, document_id } = await governed(bidders, lawyers);
    expect([await open('member'), await open('outsider'), await open('owner')]).toEqual([403, 403, 200]);

    const entry_id = await add(bidders, { user_id: user_ids.member });
    await add(lawyers, { email: (await addressOf('outsider')).toUpperCase() });
    expect([await open('member'), await open('outsider')]).toEqual([200, 200]);
    expect([await open('service_account'), await open('newcomer')]).toEqual([403, 403]);

    await call.deleteGroupEntry({ path: { group_id: bidders, entry_id } });
    await call.deleteGroup({ path: { group_id: lawyers } });
    expect([await open('member'), await open('outsider')]).toEqual([403, 403]);
    expect((await call.generateDocumentEntryPage({ path: { document_id } })).status).toBe(200);
    await call.deleteGroup({ path: { group_id: bidders } });
  });

  test.for([
    ['an unknown group', () => [`grp_${'0'.repeat(26)}`]],
    ['a group of another organization', async () => [await (await newGroups()).newGroup()]],
    ['something else', () => ['bidders']],
    ['nobody', () => []],
    ['51 groups', () => Array.from({ length: 51 }, () => `grp_${'0'.repeat(26)}`)],
  ] as const)('is refused with %s', async ([, groups]) => {
    const allowed_groups = await groups();
    const json = { name: uniqueTitle('Refused'), rules: { allowed_groups } };
    const { id } = await addPolicy();

    // A value that is too long to repeat is null.
    const wrong = ['body.rules.allowed_groups', allowed_groups.length > 50 ? null : allowed_groups] as const;
    expect(await call.createPolicy({ json })).toMatchObject(problem(422, wrong));
    expect(await change(id, { rules: json.rules })).toMatchObject(problem(422, wrong));
  });
});

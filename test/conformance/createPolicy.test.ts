import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { Actor, CallRequest } from '../support/client.ts';
import { call, uniqueTitle } from '../support/documents.ts';
import { problem, type WrongRow, wrongIn } from '../support/organizations.ts';
import { change, policiesOf, withoutPolicyChange } from '../support/policies.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeAll(async () => {
  organization = await newOrganization();
});

const create = (json: unknown, more: CallRequest = {}) =>
  call.createPolicy({ as: 'staff', headers: organization.headers, json, ...more });

describe('a policy', () => {
  test.for<Actor>(['owner', 'admin'])('is made by the %s', async (as) => {
    const name = uniqueTitle('Retention');
    const before = Date.now();

    const { status, headers, body } = await call.createPolicy({ as, json: { name } });
    onTestFinished(async () => void (await change(body.id, { archived: true })));

    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^pol_[0-9a-hjkmnp-tv-z]{26}$/),
      name,
      created_at: expect.any(String),
      archived: false,
      rules: {},
    });
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before - 1000);
    expect(new URL(headers.get('location') ?? '').pathname).toMatch(new RegExp(`/v1/policies/${body.id}$`));
    const read = await call.getPolicy({ as: 'member', path: { policy_id: body.id } });
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
  });

  test('can be made with empty rules', async () => {
    expect((await create({ name: uniqueTitle('Rules'), rules: {} })).body.rules).toEqual({});
  });

  test.for([
    ['one character', 'P'],
    ['255 characters', 'p'.repeat(255)],
    ['255 emoji', '🗂'.repeat(255)],
    ['other scripts', 'Aufbewahrung für sieben Jahre 保管 حفظ'],
    ['markup', '<b>"Acme" & \'Co\'</b>'],
    ['letters and their accents', 'Re\u0301tention'],
  ] as const)('keeps a name of %s as it was sent', async ([, name], { organization: { headers } }) => {
    expect((await create({ name }, { headers })).body.name).toBe(name);
    expect(await policiesOf(headers)).toMatchObject([{ name }]);
  });
});

describe('a name', () => {
  test('belongs to one policy, in composed and decomposed letters', async () => {
    await create({ name: 'Cafe\u0301' });

    for (const name of ['Cafe\u0301', 'Caf\u00e9'])
      expect(
        await withoutPolicyChange(organization.headers, () => create({ name })),
        JSON.stringify(name),
      ).toMatchObject(problem(422, ['body.name', name]));
    expect((await create({ name: 'CAFE\u0301' })).status).toBe(201);
  });

  test('belongs to one policy, also if many request it at the same moment', async ({
    organization: { headers },
  }) => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create({ name: 'Wanted' }, { headers })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(422)]);
    expect(await policiesOf(headers)).toHaveLength(1);
  });

  test('may belong to another policy in another organization', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()];

    for (const { headers } of [one, other])
      expect((await create({ name: 'Confidential' }, { headers })).status).toBe(201);
  });

  test('becomes free when its policy is archived or renamed', async () => {
    const headers = organization.headers;
    const more = { as: 'staff', headers } as const;
    const [archived, renamed] = [
      (await create({ name: 'First' })).body,
      (await create({ name: 'Second' })).body,
    ];
    await change(archived.id, { archived: true }, more);
    await change(renamed.id, { name: 'Third' }, more);

    for (const name of ['First', 'Second']) expect((await create({ name })).status).toBe(201);
    expect(await create({ name: 'Third' })).toMatchObject(problem(422, ['body.name', 'Third']));
  });
});

describe('nothing is made', () => {
  test.for<WrongRow>([
    ['an empty name', { name: '' }],
    [
      'unknown rules',
      { name: 'N', rules: { watermark: true, expires: 'never' } },
      ['body.rules.expires', 'never'],
    ],
    [
      'unknown fields',
      { name: 'N', archived: true, id: 'pol_1' },
      ['body.archived', true],
      ['body.id', 'pol_1'],
    ],
  ])('from %s, and every mistake is named', async ([, json, ...wrong]) => {
    const answer = await withoutPolicyChange(organization.headers, () => create(json));

    expect(answer).toMatchObject(wrongIn(json, wrong));
  });
});

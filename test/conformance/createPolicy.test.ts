import { describe, expect, onTestFinished } from 'vitest';
import type { CallRequest } from '../support/client.ts';
import { call, uniqueTitle } from '../support/documents.ts';
import { problem } from '../support/organizations.ts';
import { change, policiesOf, withoutPolicyChange } from '../support/policies.ts';
import { test } from '../support/test.ts';

const create = (json: unknown, headers: NonNullable<CallRequest['headers']>) =>
  call.createPolicy({ as: 'staff', headers, json });

test('a policy is made by an admin, and read by a member', async () => {
  const name = uniqueTitle('Retention');
  const before = Date.now();

  const { status, headers, body } = await call.createPolicy({ as: 'admin', json: { name } });
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

describe('a name', () => {
  test('belongs to one policy of an organization, in composed and decomposed letters', async ({
    organization: { headers },
  }) => {
    await create({ name: 'Cafe\u0301' }, headers);

    for (const name of ['Cafe\u0301', 'Caf\u00e9'])
      expect(
        await withoutPolicyChange(headers, () => create({ name }, headers)),
        JSON.stringify(name),
      ).toMatchObject(problem(422, ['body.name', name]));
    expect((await create({ name: 'CAFE\u0301' }, headers)).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Wanted' }, headers)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(5).fill(422)]);
    expect(await policiesOf(headers)).toHaveLength(3);
  });

  test('becomes free when its policy is archived or renamed', async ({ organization: { headers } }) => {
    const more = { as: 'staff', headers } as const;
    const [archived, renamed] = [
      (await create({ name: 'First' }, headers)).body,
      (await create({ name: 'Second' }, headers)).body,
    ];
    await change(archived.id, { archived: true }, more);
    await change(renamed.id, { name: 'Third' }, more);

    for (const name of ['First', 'Second']) expect((await create({ name }, headers)).status).toBe(201);
    expect(await create({ name: 'Third' }, headers)).toMatchObject(problem(422, ['body.name', 'Third']));
  });
});

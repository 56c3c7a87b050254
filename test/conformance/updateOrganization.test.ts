import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import {
  notManagers,
  organization_id,
  problem,
  unreadableBodies,
  type WrongRow,
  wrongIn,
} from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

const here = { 'X-Service-Organization-Id': organization_id };
const read = async (headers: Record<string, string>) =>
  (await call.getOrganization({ as: 'staff', headers })).body;

let headers: Record<string, string>;
beforeAll(async () => {
  ({ headers } = await newOrganization());
});
const rename = (json: unknown) => call.updateOrganization({ as: 'staff', headers, json });

/** Runs a request that must not change an organization. */
async function withoutChange<T>(of: Record<string, string>, run: () => Promise<T>): Promise<T> {
  const before = await read(of);
  const result = await run();
  expect(await read(of)).toEqual(before);
  return result;
}

describe('the organization', () => {
  test.for(['N', 'n'.repeat(255), '🗂'.repeat(255), 'Ünïted 合同会社', '<b>&amp;</b>'])(
    'gets another name: %s',
    async (name) => {
      const before = await read(headers);

      const { status, body } = await rename({ name });

      expect({ status, body }).toEqual({ status: 200, body: { ...before, name } });
      expect(await read(headers)).toEqual(body);
    },
  );

  test('is not changed by its current name', async () => {
    const before = await read(headers);

    expect((await rename({ name: before.name })).body).toEqual(before);
  });

  test('is changed only if the tag in If-Match is current', async () => {
    const tag = (await call.getOrganization({ as: 'staff', headers })).headers.get('etag') ?? '';
    await rename({ name: crypto.randomUUID() });

    const answer = await withoutChange(headers, () =>
      call.updateOrganization({
        as: 'staff',
        headers: { ...headers, 'If-Match': tag },
        json: { name: 'Late' },
      }),
    );

    expect(answer.status).toBe(412);
  });
});

describe('nothing is renamed', () => {
  test.for(unreadableBodies)('by $what', async ({ raw, headers: more = {} }) => {
    const answer = await withoutChange(headers, () =>
      call.updateOrganization({ as: 'staff', headers: { ...headers, ...more }, raw: raw ?? '' }),
    );

    expect(answer).toMatchObject(problem(400));
  });

  test('without a name', async () => {
    expect(await rename({})).toMatchObject(problem(400));
  });

  const tooLong = 'n'.repeat(256);
  test.for<WrongRow>([
    ['an empty name', { name: '' }],
    ['256 characters', { name: tooLong }],
    ['null', { name: null }],
    ['a number', { name: 7 }],
    ['a filler', { name: '\u3164' }],
    ['unknown fields', { name: 'N', id: organization_id }, ['body.id', organization_id]],
  ])('by %s, and every mistake is named', async ([, json, ...wrong]) => {
    expect(await withoutChange(headers, () => rename(json))).toMatchObject(wrongIn(json, wrong));
  });

  test.for(notManagers)('by the %s', async ([as, status]) => {
    const answer = await withoutChange(here, () => call.updateOrganization({ as, json: { name: 'Taken' } }));

    expect(answer).toMatchObject(problem(status));
  });

  test('in another organization by an owner: the header is for staff', async () => {
    for (const as of ['owner', 'outsider'] as const)
      expect(
        await withoutChange(here, () => call.updateOrganization({ as, headers: here, json: { name: 'N' } })),
      ).toMatchObject(problem(403));
  });
});

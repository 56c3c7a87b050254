import { beforeAll, describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { newOrganization } from '../support/webhooks.ts';

const read = async (headers: Record<string, string>) =>
  (await call.getOrganization({ as: 'staff', headers })).body;

let headers: Record<string, string>;
beforeAll(async () => {
  ({ headers } = await newOrganization());
});
const rename = (json: unknown) => call.updateOrganization({ as: 'staff', headers, json });

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

  test('gets an accent color, which its tag covers and null takes away', async () => {
    const tagOf = async () => (await call.getOrganization({ as: 'staff', headers })).headers.get('etag');
    const [before, tag] = [await read(headers), await tagOf()];
    for (const accent_color of ['#7A1f3d', '#767676', '#000000', null]) {
      const { status, body } = await rename({ accent_color });

      expect({ status, body }).toEqual({ status: 200, body: { ...before, accent_color } });
      expect(await read(headers)).toEqual(body);
      expect((await tagOf()) === tag).toBe(accent_color === null);
    }
  });

  test('counts reading times, or does not, which its tag covers', async () => {
    const tagOf = async () => (await call.getOrganization({ as: 'staff', headers })).headers.get('etag');
    const [before, tag] = [await read(headers), await tagOf()];
    for (const reading_times of [false, true]) {
      const { status, body } = await rename({ reading_times });

      expect({ status, body }).toEqual({ status: 200, body: { ...before, reading_times } });
      expect(await read(headers)).toEqual(body);
      expect((await tagOf()) === tag).toBe(reading_times);
    }
  });

  test.for([
    {},
    { reading_times: null },
    { accent_color: '#fff000' },
    { name: 'N', accent_color: '#abc' },
    { name: null, accent_color: null },
  ])('is not changed by %j', async (json) => {
    const before = await read(headers);

    const [field] =
      Object.entries(json).find(([name, value]) =>
        name === 'accent_color' ? value !== null : value === null,
      ) ?? [];
    const { status, problem } = await rename(json);

    expect(status).toBe(422);
    expect(problem?.errors?.map(({ location }) => location)).toEqual([field ? `body.${field}` : 'body']);
    expect(await read(headers)).toEqual(before);
  });
});

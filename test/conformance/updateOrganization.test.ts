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

  test('is not changed by its current name', async () => {
    const before = await read(headers);

    expect((await rename({ name: before.name })).body).toEqual(before);
  });
});

import { expect } from 'vitest';
import { call } from '../support/documents.ts';
import { organization_id } from '../support/organizations.ts';
import { test } from '../support/test.ts';

test('the organization of the caller is read by a member', async () => {
  const { status, body } = await call.getOrganization({ as: 'member' });

  expect(status).toBe(200);
  expect(body).toEqual({
    id: organization_id,
    name: expect.any(String),
    created_at: expect.any(String),
    accent_color: null,
    has_logo: false,
    reading_times: true,
  });
});

test('an organization gets another name, an accent color, and reading times or none, which its tag covers', async ({
  organization: { headers },
}) => {
  const read = () => call.getOrganization({ as: 'staff', headers });
  const update = (json: object) => call.updateOrganization({ as: 'staff', headers, json });
  const { body: before, headers: had } = await read();

  for (const json of [
    { name: '🗂'.repeat(255) },
    { name: '<b>Ünïted &amp; 合同会社</b>' },
    { accent_color: '#7A1f3d' },
    { reading_times: false },
    { accent_color: '#767676', reading_times: true, name: 'N' },
  ]) {
    const present = (await read()).body;
    const { status, body } = await update(json);
    expect({ status, body }).toEqual({ status: 200, body: { ...present, ...json } });
    const now = await read();
    expect(now.body).toEqual(body);
    expect(now.headers.get('etag')).not.toBe(had.get('etag'));
  }
  expect((await update({ accent_color: null, name: before.name })).body).toEqual(before);
  expect((await read()).headers.get('etag')).toBe(had.get('etag'));
  for (const [json, location] of [
    [{}, 'body'],
    [{ reading_times: null }, 'body.reading_times'],
    [{ name: 'N', accent_color: '#fff000' }, 'body.accent_color'],
    [{ name: null, accent_color: null }, 'body.name'],
  ] as const) {
    const { status, problem } = await update(json);
    expect([status, problem?.errors?.map((error) => error.location)]).toEqual([422, [location]]);
  }
  expect((await read()).body).toEqual(before);
});

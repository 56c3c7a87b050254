import { beforeAll, describe, expect } from 'vitest';
import type { CallRequest } from '../support/callRequest.ts';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { makePng, sampleJpeg } from '../support/files/pictures.ts';
import { organization_id, withoutChange, wrongIn } from '../support/organizations.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

const create = (json: unknown, as: Actor = 'owner') => call.createOrganization({ as, json });

test('an organization is created with its name and time', async () => {
  const before = Date.now();

  const { body } = await create({ name: 'Cirrus Filing' });

  expect(body).toEqual({
    id: expect.stringMatching(/^org_[0-9a-hjkmnp-tv-z]{26}$/),
    name: 'Cirrus Filing',
    created_at: expect.any(String),
  });
  expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(Date.parse(body.created_at)).toBeLessThanOrEqual(Date.now() + 1000);
});

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

let acting: { readonly as: 'staff'; readonly headers: Record<string, string> };
beforeAll(async () => {
  acting = { as: 'staff', headers: (await newOrganization()).headers };
});
const put = (raw: NonNullable<CallRequest['raw']>, type: string) =>
  call.setOrganizationLogo({ ...acting, raw, headers: { ...acting.headers, 'Content-Type': type } });
const organization = () => call.getOrganization(acting);
const remove = async () => (await call.deleteOrganizationLogo(acting)).body;

describe('the logo of an organization', () => {
  test('is set, replaced, and removed, which the tag of the organization covers', async () => {
    const tag = (await organization()).headers.get('etag');

    expect((await put(makePng({ width: 300 }), 'image/png')).body).toEqual({ width: 300, height: 64 });
    expect((await put(sampleJpeg('progressive'), 'image/jpeg; x=1')).body).toEqual({ width: 96, height: 64 });
    expect((await put(sampleJpeg('progressive'), 'image/jpeg')).body).toEqual({ width: 96, height: 64 });
    expect((await organization()).body.has_logo).toBe(true);
    expect((await organization()).headers.get('etag')).not.toBe(tag);
    expect([await remove(), await remove()]).toEqual([{}, {}]);
    expect((await organization()).body.has_logo).toBe(false);
    expect((await organization()).headers.get('etag')).toBe(tag);
    const query = { type: 'organization.updated' };
    const entries = await eventually(
      async () => (await call.listOrganizationActivity({ ...acting, query })).body.items,
      ({ length }) => length === 3,
    );
    expect(entries.map(({ details }) => details.changes)).toEqual(Array(3).fill([{ field: 'logo' }]));
  });

  const png = makePng();
  test.for<readonly [what: string, body: NonNullable<CallRequest['raw']>, type: string]>([
    ['an empty body', '', 'image/png'],
    ['an SVG that says it is a PNG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/png'],
    ['JSON', '{}', 'application/json'],
    ['a PNG that says it is a JPEG', png, 'image/jpeg'],
    ['a PNG in a list of types', png, 'image/png, image/jpeg'],
    ['a large picture', makePng({ height: 1025 }), 'image/png'],
    ['a large file', makePng({ before: [['tEXt', new Uint8Array(200_000)]] }), 'image/png'],
  ])('stays as it is after %s', async ([, body, type]) => {
    const { status, problem } = await put(body, type);

    expect(status).toBe(422);
    expect(problem?.errors?.map(({ location }) => location)).toEqual(['body']);
    expect((await organization()).body.has_logo).toBe(false);
  });
});

// Threat: Somebody deletes an organization by mistake, or with an admin's key
test.for(['Another', ''])('nothing is deleted by the name %j, and the mistake is named', async (name) => {
  const answer = await withoutChange(() => call.deleteOrganization({ json: { name } }));

  expect(answer).toMatchObject(wrongIn({ name }, []));
});

import { beforeAll, describe, expect, test } from 'vitest';
import type { CallRequest } from '../support/callRequest.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { makePng, sampleJpeg } from '../support/files/pictures.ts';
import { newOrganization } from '../support/webhooks.ts';

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

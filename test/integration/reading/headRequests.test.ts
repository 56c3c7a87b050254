import { beforeEach, describe, expect, test } from 'vitest';
import { expectHead } from '../../support/heads.ts';
import { makeSmallPdf } from '../../support/uploads.ts';
import { governedStage } from './governed.ts';

const { get, governed, prepare, stage } = await governedStage();
const { base_url, api_keys } = stage.credentials;
const browser = { Accept: 'text/html' };
const asMember = { ...browser, Authorization: `Bearer ${api_keys.member}` };
const asImage = { ...browser, 'Sec-Fetch-Dest': 'image' };

/**
 * Requests a path with HEAD. Returns the status, and the items that the request wrote. Leaves out the counts for rate limits, the uses of
 * keys, and sessions.
 */
async function written(path: string, headers: Record<string, string>) {
  const stored = async () =>
    new Set(
      (await stage.table.everything())
        .filter(({ pk }) => !/^(RATE|KEYUSE|SESSION)#/.test(pk))
        .map((item) => JSON.stringify(item)),
    );
  const before = await stored();
  const { status } = await fetch(base_url + path, { method: 'HEAD', headers, redirect: 'manual' });
  return { status, items: [...(await stored())].filter((item) => !before.has(item)) };
}

beforeEach(async () => {
  await prepare();
});

describe('a HEAD request', () => {
  test('starts no preparation of pictures, and gets the headers of the waiting page', async () => {
    const { at, version_id } = await governed(await makeSmallPdf(2));
    const paths = [at, `${at}/versions/${version_id}`];

    for (const path of paths) expect(await written(path, browser)).toEqual({ status: 200, items: [] });
    expect(await stage.takeMessages('preparations')).toEqual([]);

    const head = await expectHead(base_url + at, browser);
    expect(head.headers.get('refresh')).not.toContain('view=');
    expect(await prepare()).toBe(1);
    for (const path of paths) await expectHead(base_url + path, browser);
  });

  test.for([{ view_only: true }, { view_only: true, watermark: true }])(
    'for a picture under %j gets no address of it, and stores no picture',
    async (rules) => {
      const { id, at, version_id } = await governed(await makeSmallPdf(2), rules);
      const picture = `${at}/versions/${version_id}/pages/1`;
      expect((await written(picture, asImage)).status).toBe(404);
      await get(at);
      await prepare();
      const readings = async () =>
        (await stage.call.listDocumentActivity({ path: { document_id: id } })).body.items.length;
      const before = await readings();

      expect(await written(picture, asImage)).toEqual({ status: 303, items: [] });
      expect(await written(`${picture}?show=text`, browser)).toEqual({ status: 200, items: [] });
      expect(await readings()).toBe(before);
      await expectHead(base_url + picture, asImage, { withoutLocation: true });
      await expectHead(`${base_url}${picture}?show=text`, browser);
      await expectHead(base_url + picture, { ...browser, 'Sec-Fetch-Dest': 'document' });
    },
  );

  test('makes no copy with a watermark, and gets the headers of GET', async () => {
    const { at } = await governed(await makeSmallPdf(), { watermark: true });
    const file = `${at}?file=attachment`;

    for (const path of [at, file]) expect(await written(path, asMember)).toEqual({ status: 200, items: [] });
    expect(await stage.takeMessages('preparations')).toEqual([]);

    for (const path of [at, file]) await expectHead(base_url + path, asMember);
    await prepare();
    await expectHead(base_url + at, asMember);
    await expectHead(base_url + file, asMember, { withoutLocation: true });
  });
});

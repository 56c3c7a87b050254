import { describe, expect, test } from 'vitest';
import { rateKey } from '../../../shared/data/keys/callers.ts';
import { preparedPagesKey } from '../../../shared/data/keys/reading.ts';
import { getPreparedPages } from '../../../shared/data/reading/preparedPages.ts';
import { changeIf, hasChanged } from '../../../shared/data/table/update.ts';
import { getPagePicture, getPageText } from '../../../shared/files/pagePictures.ts';
import { windowOf } from '../../../shared/http/rateLimit.ts';
import { readFixture } from '../../support/files/fixtures.ts';
import { rawPage } from '../../support/files/rawPdf.ts';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { makeSmallPdf } from '../../support/uploads.ts';
import { type Governed, governedStage, outcomes } from './governed.ts';

const { get, governed, prepare, seen, stage, withPictures } = await governedStage();

const pictureOf = ({ at, version_id }: Governed, page: number, query = '') =>
  `${at}/versions/${version_id}/pages/${page}${query}`;
/** The size of pictures in pixels, of pages of the fixtures (A4 with two decimals). */
const pictureSize = [1189, 1681];
const imagesIn = (text: string) => [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);

// Threat: A reader gets the file of a document that may only be viewed
test.for(Object.entries(outcomes))(
  'readers of %s get pictures or a reason, and no byte of the file',
  async ([file, expected]) => {
    seen.length = 0;
    const pdf = Uint8Array.from(readFixture(file));
    const document = await governed(pdf);

    const paths = [document.at, `${document.at}/versions/${document.version_id}`];
    for (const path of paths) expect((await get(path)).status).toBe(200);
    await prepare();
    const { text, status } = await get(document.at);
    expect(status).toBe(200);
    for (const path of paths.flatMap((at) => [`${at}?file=inline`, `${at}?file=attachment`])) {
      const answer = await get(path);
      expect([200, 403]).toContain(answer.status);
      expect(answer.headers.get('location')).toBeNull();
    }

    const images = imagesIn(text);
    const prepared = await getPreparedPages(document.version_id, Date.now());
    if (typeof expected === 'number') {
      expect(images).toHaveLength(expected);
      const pages = Array.from({ length: expected }, () => pictureSize);
      expect(prepared).toMatchObject({ page_count: expected, pages });
    } else expect([images, text]).toEqual([[], expect.stringMatching(expected)]);
    const isRefused = typeof expected !== 'number' && file.startsWith('encrypted');
    expect([prepared?.refusal, prepared?.lease]).toEqual([isRefused ? 'password' : undefined, undefined]);
    for (const [index, src] of images.entries()) {
      expect(await getPageText(document.version_id, index + 1)).toBe(`Page ${index + 1}`);
      const { status: redirected, headers } = await get(src, null, { 'Sec-Fetch-Dest': 'image' });
      expect(redirected).toBe(303);
      expect(headers.get('location')).toMatch(/\/stamped\/[\w/-]+\.webp\?/);
      const picture = await get(headers.get('location') ?? '');
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(picture.body.subarray(8, 12).toString()).toBe('WEBP');
    }
    expect(await stage.takeMessages('preparations')).toEqual([]);
    // No answer has 48 consecutive bytes of the file. Shorter pieces could be in any page by chance.
    const all = Buffer.concat(seen);
    for (let start = 0; start + 48 <= pdf.length; start += 48)
      expect(all.includes(Buffer.from(pdf.subarray(start, start + 48)))).toBe(false);
  },
);

describe('a document that is shown as pictures', () => {
  test('has a waiting page first, is prepared once, and then shows its pages', async () => {
    const document = await governed(await makeSmallPdf(3));

    const first = await get(document.at);
    expect(first.text).toContain('Being prepared');
    expect(first.headers.get('refresh')).toMatch(/^2; url=.*\?view=act_/);
    await get(document.at);
    expect(await prepare()).toBe(1);

    const { text, headers } = await get(document.at);
    const images = imagesIn(text).map((src) => src.replace(/\?view=act_[0-9a-z]{26}$/, '?view='));
    expect(images).toEqual([1, 2, 3].map((page) => pictureOf(document, page, '?view=')));
    expect(text.match(/loading="lazy"/g)).toHaveLength(2);
    // The only script counts reading times.
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).not.toMatch(/<iframe|file=/);
    expect(headers.get('refresh')).toBeNull();
    expect(headers.get('content-security-policy')).toMatch(/img-src data: 'self' http:\/\/[\w.:]+;/);
    expect(await stage.takeMessages('preparations')).toEqual([]);
    // A text for readers who cannot see, which cannot be selected.
    const read = (await get(pictureOf(document, 2, '?show=text'))).text;
    for (const part of ['>Page 2</div>', 'user-select: none', '/pages/1?show=text'])
      expect(read).toContain(part);
  });

  // Threat: A person reads without being recorded
  test('records pictures and texts without their view separately', async () => {
    const document = await withPictures(2);
    const [picture = ''] = imagesIn((await get(document.at, 'outsider')).text);
    const ofAnother = `${/\?view=.*/.exec(picture)?.[0]}&`;
    const viewed = async () => {
      const { items } = (await stage.call.listDocumentActivity({ path: { document_id: document.id } })).body;
      return items.filter(({ type }) => type === 'viewed');
    };

    for (const as of ['?', '?view=act_zzzzzzzzzzzzzzzzzzzzzzzzzz&', ofAnother]) {
      const before = (await viewed()).length;
      const { headers } = await storedApiKey(await storedPerson());

      for (const page of [1, 2])
        for (const asked of ['x', 'show=text'])
          expect((await get(pictureOf(document, page, as + asked), null, headers)).status).toBeLessThan(400);

      const after = await viewed();
      expect(after.length - before, as).toBe(1);
      expect(after[0]).toMatchObject({ version_id: document.version_id, details: { format: 'picture' } });
      expect(after.flatMap(({ details }) => details.pages_reached ?? [])).toEqual([]);
    }
  });

  test('says to readers and managers on which pages letters are missing', async () => {
    const font =
      '<</Type/Font/Subtype/Type1/BaseFont/Arial/Encoding<</Type/Encoding/Differences[65/uniE001]>>>>';
    const document = await governed(rawPage({ content: 'BT /F1 20 Tf 20 100 Td (A) Tj ET', font }));
    await get(document.at);
    await prepare();

    expect((await get(document.at)).text).toContain('Some letters are missing in this picture');
    expect((await get(document.at, 'owner')).text).toContain('Letters are missing on 1 page (1)');
    const change = { path: { policy_id: document.policy_id }, json: { rules: { require_sign_in: true } } };
    expect((await stage.call.updatePolicy({ as: 'admin', ...change })).status).toBe(200);
    expect((await get(document.at, 'owner')).text).not.toContain('Letters are missing');
  });

  test('serves pictures to pages only, and only of existing pages', async () => {
    const document = await governed(await makeSmallPdf());
    await get(document.at);
    expect((await get(pictureOf(document, 1))).status).toBe(404);
    await prepare();

    expect((await get(pictureOf(document, 1))).status).toBe(303);
    const opened = await get(pictureOf(document, 1), null, { 'Sec-Fetch-Dest': 'document' });
    expect([opened.status, opened.headers.get('location')]).toEqual([403, null]);
    const headers = { 'Sec-Fetch-Dest': 'document', Cookie: stage.credentials.session_cookies.member };
    const asMember = await get(pictureOf(document, 1), null, headers);
    expect(asMember.text).toContain('You are signed in as <strong><bdi>');
    expect(asMember.text).toContain('Sign in with another address');
    for (const page of ['0', '2', '01', 'x', '-1', '99999999'])
      expect((await get(`${document.at}/versions/${document.version_id}/pages/${page}`)).status).toBe(404);
  });

  // Threat: A reader gets the file of a document that may only be viewed
  test('obeys all other rules from the next request on', async () => {
    const { items } = (await stage.call.listOrganizationMembers({})).body;
    const email = items.find(({ user_id }) => user_id === stage.credentials.user_ids.member)?.email ?? '';
    const rules = { view_only: true, require_sign_in: true, allowed_emails: [email] };
    const document = await governed(await makeSmallPdf(), rules);
    await get(document.at, 'member');
    await prepare();

    expect((await get(pictureOf(document, 1), 'member')).status).toBe(303);
    const anonymous = await get(pictureOf(document, 1));
    expect(anonymous.headers.get('location')).toMatch(/\/sign-in\?/);
    const path = { document_id: document.id };
    await stage.call.setDocumentAccessLevel({ path, json: { access_level: 'private' } });
    expect((await get(pictureOf(document, 1), 'member')).status).toBe(404);
  });

  test('shows its file to managers always, and to readers after the policy is detached', async () => {
    const document = await governed(await makeSmallPdf());

    expect((await get(`${document.at}?file=inline`, 'owner')).headers.get('location')).toContain(
      '/payloads/',
    );
    expect((await get(`${document.at}?file=inline&as=reader`, 'owner')).status).toBe(403);
    const path = { document_id: document.id, policy_id: document.policy_id };
    await stage.call.detachDocumentPolicy({ path });
    expect((await get(`${document.at}?file=inline`)).headers.get('location')).toContain('/payloads/');
  });

  test.for([{ watermark: true, view_only: true }, { watermark: true }])(
    'has a watermark with the reader in every picture: %j',
    async (rules) => {
      const document = await governed(await makeSmallPdf(), rules);
      await get(document.at);
      await prepare();
      const clean = Buffer.from(await getPagePicture(document.version_id, 1));

      const pictures = [];
      for (const reader of [null, 'member', 'member'] as const) {
        const { status, headers: answer } = await get(pictureOf(document, 1), reader);
        expect(status).toBe(303);
        pictures.push((await get(answer.get('location') ?? '')).body);
      }

      // A stamped file has the reader's name in it. So if readers get files at all, a visitor without a name must sign in.
      const file = await get(`${document.at}?file=inline`);
      expect([file.status, /\/sign-in\?/.test(file.headers.get('location') ?? '')]).toEqual(
        rules.view_only ? [403, false] : [303, true],
      );
      const [anonymous, first] = pictures;
      for (const picture of pictures) expect(picture.length).toBeGreaterThan(2 * clean.length);
      expect(anonymous?.equals(first ?? clean)).toBe(false);
      expect((await get(document.at)).text).toMatch(/shown as pictures/);
    },
  );

  // Threat: A file is made to keep the drawing workers busy
  test('shows the drawn pages of a file that is too costly, with a reason for the others', async () => {
    const document = await withPictures(3);
    const [first] = (await getPreparedPages(document.version_id, Date.now()))?.pages ?? [];
    const set = { pages: [first], refusal: 'too_costly' };
    await hasChanged(preparedPagesKey(document.version_id), { set });

    const { text, headers } = await get(document.at);

    expect(imagesIn(text)).toHaveLength(1);
    expect(text).toContain('Pages 2 to 3 are not shown. Making pictures of them takes too long.');
    expect(headers.get('refresh')).toBeNull();
    expect((await get(pictureOf(document, 1))).status).toBe(303);
    expect((await get(pictureOf(document, 2))).status).toBe(404);
    expect(await stage.takeMessages('preparations')).toEqual([]);
  });

  // Threat: A visitor requests thousands of pictures with a watermark
  test('serves 300 pictures with a watermark a minute to an address without an account', async () => {
    const rules = { view_only: true, watermark: true };
    const [marked, plain] = [
      await governed(await makeSmallPdf(), rules),
      await governed(await makeSmallPdf()),
    ];
    for (const { at } of [marked, plain]) await get(at);
    await prepare();
    // The next minute may begin before the requests.
    for (const later of [0, 60_000])
      await changeIf(rateKey('ip:pictures:127.0.0.1', windowOf(Date.now() + later)), {
        set: { requests: 299, creates: 0 },
      });

    const last = await get(pictureOf(marked, 1));
    const beyond = await get(pictureOf(marked, 1));

    const standing = ({ status, headers }: typeof last) => [
      status,
      headers.get('x-ratelimit-limit'),
      headers.get('x-ratelimit-remaining'),
    ];
    expect(standing(last)).toEqual([303, '300', '0']);
    expect(standing(beyond)).toEqual([429, '300', '0']);
    expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(beyond.headers.get('x-ratelimit-reset')).toMatch(/^\d+$/);
    expect((await get(pictureOf(marked, 1), 'member')).status, 'who is signed in').toBe(303);
    expect((await get(pictureOf(plain, 1))).status, 'without a watermark').toBe(303);
  });
});

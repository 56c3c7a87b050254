import { describe, expect, test } from 'vitest';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import { readFixture } from '../../support/files/fixtures.ts';
import { refused } from '../../support/refusals.ts';
import { makePdf, makeSmallPdf, uploadForm } from '../../support/uploads.ts';
import { type Governed, governedStage } from './governed.ts';

const { get, governed, prepare, readings, stage } = await governedStage();
const { call } = stage;

type Caller = Pick<CallRequest, 'as' | 'session'>;

const download = ({ id: document_id, version_id }: Pick<Governed, 'id' | 'version_id'>, by: Caller) =>
  call.getDocumentVersionDownload({ ...by, path: { document_id, version_id } });

const readingsOf = ({ id }: Governed) => readings(id);

const pdf = await makePdf();
const plain = await governed(pdf, {});

test.for<Caller>([{ as: 'owner' }, { as: 'read_only' }, { as: null, session: 'member' }])(
  'gives the file to %j, and records one download',
  async (by) => {
    const before = (await readingsOf(plain)).length;
    const asked = Date.now();

    const { status, headers, body } = await download(plain, by);

    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toEqual({
      download_url: expect.any(String),
      expires_at: expect.any(String),
      retry_after: null,
    });
    const ahead = (Date.parse(body.expires_at ?? '') - asked) / 1000;
    expect([ahead > 298, ahead < 330]).toEqual([true, true]);
    const file = await get(body.download_url ?? '');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="For your eyes.pdf"/);
    expect(file.body.equals(Buffer.from(pdf))).toBe(true);
    const readings = await readingsOf(plain);
    expect(readings.length).toBe(before + 1);
    expect(readings[0]).toMatchObject({ type: 'downloaded', version_id: plain.version_id, details: {} });
  },
);

test('finds no public document of another organization, whose page is open, and records nothing', async () => {
  const before = (await readingsOf(plain)).length;

  expect(await download(plain, { as: 'outsider' })).toMatchObject(
    refused('resource_not_found', 'document_id'),
  );
  expect((await readingsOf(plain)).length).toBe(before);
});

const secret: Rules = { acknowledgement: 'I pass nothing on.' };

test.for<readonly [Rules, string, RegExp]>([
  [{ view_only: true }, 'view_only', /^The policy “Governed .+” does not allow downloads\. Open/],
  [secret, 'acknowledge', /requires that you accept a text first/],
  [{ allowed_emails: ['nobody@example.org'] }, 'not_allowed', /allows other readers only/],
])('refuses readers under %j with the reason, and records that', async ([rules, reason, message]) => {
  const document = await governed(await makeSmallPdf(), rules);

  const answer = await download(document, { as: 'member' });

  expect(answer).toMatchObject(refused('insufficient_permissions'));
  expect(answer.error?.message).toMatch(message);
  expect(await readingsOf(document)).toMatchObject([
    { type: 'refused', policy_id: document.policy_id, details: { reason } },
  ]);
  expect((await download(document, { as: 'owner' })).status).toBe(200);
});

describe('under a watermark', () => {
  test('answers when to ask again, then with the copy, which is one download', async () => {
    const document = await governed(await makeSmallPdf(), { watermark: true });
    const waiting = { download_url: null, expires_at: null, retry_after: 2 };

    for (let times = 0; times < 2; times++)
      expect((await download(document, { as: 'member' })).body).toEqual(waiting);
    expect(await readingsOf(document)).toEqual([]);
    expect(await prepare()).toBe(1);
    const { download_url } = (await download(document, { as: 'member' })).body;

    expect(download_url).toContain('/stamped/');
    expect((await get(download_url ?? '')).body.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await readingsOf(document)).toMatchObject([{ type: 'downloaded' }]);
  });

  test('says why a file gets none', async () => {
    const locked = await governed(Uint8Array.from(readFixture('encrypted-aes256.pdf')), { watermark: true });
    await download(locked, { as: 'member' });
    await prepare();

    const answer = await download(locked, { as: 'member' });
    expect(answer).toMatchObject(refused('insufficient_permissions'));
    expect(answer.error?.message).toMatch(
      /without a watermark\. This file cannot get one, because it asks for a/,
    );
  });
});

test('is for versions that are ready, and not found without the document or the version', async () => {
  const failed = await governed(Uint8Array.from(readFixture('no-pages.pdf')), {});
  const form = uploadForm({ title: 'Waiting', access_level: 'private' }, pdf);
  const { id } = (await call.createDocument({ form })).body;
  const [{ id: version_id = '' } = {}] = (await call.listDocumentVersions({ path: { document_id: id } })).body
    .items;
  const rows = [
    [{ ...failed }, 'owner', 'invalid_value', 'version_id'],
    [{ id, version_id }, 'owner', 'invalid_value', 'version_id'],
    [{ id, version_id }, 'member', 'resource_not_found', 'document_id'],
    [{ id, version_id: plain.version_id }, 'owner', 'resource_not_found', 'version_id'],
  ] as const;
  for (const [at, as, code, param] of rows)
    expect(
      await call.getDocumentVersionDownload({ as, path: { document_id: at.id, version_id: at.version_id } }),
    ).toMatchObject(refused(code, param));
  expect((await readingsOf(failed)).length).toBe(0);
});

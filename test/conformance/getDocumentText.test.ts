import { describe, expect, test } from 'vitest';
import { call, readyDocument, textThere } from '../support/documents.ts';
import { textPdf } from '../support/files/textPdf.ts';
import { refused } from '../support/refusals.ts';

const words = ['Vereinbarung', '契約書', 'اتفاق', 'क्षत्रिय', '', 'Договор'];
const { document_id, version_id } = await readyDocument({
  fields: { access_level: 'organization' },
  payload: textPdf(words),
});
const path = { document_id };
await textThere(document_id);

test('a member reads words of each page in their own script, soon after the version is ready', async () => {
  const { status, headers, body } = await call.getDocumentText({
    as: 'member',
    path,
    query: { max_pages: '20' },
  });

  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(body).toEqual({
    document_id,
    version_id,
    page_count: words.length,
    has_text: true,
    truncated: false,
    pages: words.map((text, index) => ({ page: index + 1, text })),
  });
});

test('the reading is on record once, with the format text', async () => {
  for (const first_page of ['1', '2', '3'])
    await call.getDocumentText({ as: 'admin', path, query: { first_page } });

  const { items } = (await call.listDocumentActivity({ path })).body;
  const readings = items.filter(({ type }) => type === 'viewed');
  const formats = readings.map(({ details }) => details.format);
  expect(new Set(formats)).toEqual(new Set(['text']));
  expect(new Set(readings.map(({ actor }) => actor?.id)).size).toBe(readings.length);
});

describe('refuses', () => {
  test.for([
    ['a page beyond the end', { first_page: '7' }, 'invalid_value', 'first_page'],
    ['page 0', { first_page: '0' }, 'invalid_value', 'first_page'],
    ['a page that is no number', { first_page: '1.5' }, 'invalid_value', 'first_page'],
    ['too many pages', { max_pages: '21' }, 'invalid_value', 'max_pages'],
    ['an unknown version', { version_id: `ver_${'0'.repeat(26)}` }, 'resource_not_found', 'version_id'],
    ['an unknown room', { room: `room_${'0'.repeat(26)}` }, 'resource_not_found', 'room'],
  ] as const)('%s', async ([, query, code, param]) => {
    expect(await call.getDocumentText({ path, query })).toMatchObject(refused(code, param));
  });

  test('readers under a policy that withholds the file, and not the owner', async () => {
    const json = { name: `View only ${crypto.randomUUID()}`, rules: { view_only: true } };
    const policy = (await call.createPolicy({ as: 'admin', json })).body;
    await call.attachDocumentPolicy({ path, json: { policy_id: policy.id } });

    expect(await call.getDocumentText({ as: 'member', path })).toMatchObject(
      refused('insufficient_permissions'),
    );
    expect((await call.getDocumentText({ path })).status).toBe(200);
    await call.detachDocumentPolicy({ path: { document_id, policy_id: policy.id } });
  });
});

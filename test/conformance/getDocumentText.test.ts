import { expect, test } from 'vitest';
import { call, readyDocument, textThere } from '../support/documents.ts';
import { textPdf } from '../support/files/textPdf.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { refused } from '../support/refusals.ts';

test('a member reads words of each page in their own script, which is on record, unless a policy withholds the file', async () => {
  const words = ['Vereinbarung', '契約書', 'اتفاق', 'क्षत्रिय', '', 'Договор'];
  const { document_id, version_id } = await readyDocument({ payload: textPdf(words) });
  const path = { document_id };
  await textThere(document_id);

  const { status, headers, body } = await call.getDocumentText({
    as: 'member',
    path,
    query: { max_pages: '20' },
  });
  await call.getDocumentText({ as: 'member', path, query: { first_page: '2' } });

  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(body).toEqual({
    document_id,
    version_id,
    page_count: words.length,
    has_text: true,
    truncated: false,
    pages: words.map((text, index) => ({ page: index + 1, text })),
  });
  const readings = (await call.listDocumentActivity({ path, query: { type: 'viewed' } })).body.items;
  expect(new Set(readings.map(({ details }) => details.format))).toEqual(new Set(['text']));
  expect(new Set(readings.map(({ actor }) => actor?.id)).size).toBe(readings.length);
  for (const [query, code, param] of [
    [{ first_page: '7' }, 'invalid_value', 'first_page'],
    [{ first_page: '1.5' }, 'invalid_value', 'first_page'],
    [{ max_pages: '21' }, 'invalid_value', 'max_pages'],
    [{ version_id: `ver_${'0'.repeat(26)}` }, 'resource_not_found', 'version_id'],
    [{ room: `room_${'0'.repeat(26)}` }, 'resource_not_found', 'room'],
  ] as const)
    expect(await call.getDocumentText({ path, query: { ...query } })).toMatchObject(refused(code, param));

  await attach(document_id, (await addPolicy(undefined, {}, { view_only: true })).id);

  expect(await call.getDocumentText({ as: 'member', path })).toMatchObject(
    refused('insufficient_permissions'),
  );
  expect((await call.getDocumentText({ path })).status).toBe(200);
});

import { describe, expect, test } from 'vitest';
import { ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import type { Rules } from '../../../shared/contract/resources/rules.ts';
import type { CallRequest } from '../../support/callRequest.ts';
import { readFixture } from '../../support/files/fixtures.ts';

import { textPdf } from '../../support/files/textPdf.ts';
import { keptKeys } from '../../support/keptKeys.ts';
import { refused } from '../../support/refusals.ts';
import { anyPauseMilliseconds } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf, uploadForm, uploadReady } from '../../support/uploads.ts';
import { runCommand } from '../admin/runCommand.ts';
import { governedStage } from './governed.ts';

const { governed, newReader, readings, stage } = await governedStage();
const { call, table } = stage;

type Query = Readonly<Record<string, string>>;
const textOf = (document_id: string, query: Query = {}, by: CallRequest = {}) =>
  call.getDocumentText({ ...by, path: { document_id }, query });

/** Uploads a document that the organization reads, with the text of its pages. */
async function kept(pdf: Uint8Array<ArrayBuffer>) {
  const made = await uploadReady(stage, { access_level: 'organization' }, {}, pdf);
  await stage.drain('texts');
  return made;
}

const twoPages = await kept(textPdf(['one', 'two']));
const notThere = { error: { code: 'invalid_value', param: 'version_id' }, status: 400 };

test('words of many scripts are in the text of their page, in the order in which they are read', async () => {
  const words = [
    'Zażółć gęślą jaźń',
    'Ξεσκεπάζω',
    'שלום עולם',
    'اتفاق جديد',
    'क्षत्रिय',
    'ข้อตกลง',
    '契約書',
    '𠮷野家',
  ];
  const { id, version_id } = await kept(textPdf(words));

  const { body } = await textOf(id, { max_pages: '20' });

  expect(body).toEqual({
    document_id: id,
    version_id,
    page_count: words.length,
    has_text: true,
    truncated: false,
    pages: words.map((text, index) => ({ page: index + 1, text })),
  });
});

test('a request has one page by default, and as many as it asks for until the end', async () => {
  const { id, version_id } = await kept(textPdf(['one', '', 'three', 'four']));
  const pages = async (query: Query) => (await textOf(id, query)).body.pages;

  expect(await pages({})).toEqual([{ page: 1, text: 'one' }]);
  expect(await pages({ first_page: '2', max_pages: '2', version_id })).toEqual([
    { page: 2, text: '' },
    { page: 3, text: 'three' },
  ]);
  expect(await pages({ first_page: '4', max_pages: '20' })).toEqual([{ page: 4, text: 'four' }]);
});

test.for<readonly [Query, object]>([
  [{ first_page: '3' }, { ...refused('invalid_value', 'first_page') }],
  [{ first_page: '0' }, { ...refused('invalid_value', 'first_page') }],
  [{ max_pages: '21' }, { ...refused('invalid_value', 'max_pages') }],
  [{ version_id: `ver_${'0'.repeat(26)}` }, { ...refused('resource_not_found', 'version_id') }],
  [{ room: `room_${'0'.repeat(26)}` }, { ...refused('resource_not_found', 'room') }],
])('refuses %j', async ([query, refusal]) => {
  expect(await textOf(twoPages.id, query)).toMatchObject(refusal);
});

test('a scan has no text and says so, and a file that nobody can open says that text is missing', async () => {
  const scan = await kept(textPdf(['', '']));
  const locked = await kept(Uint8Array.from(readFixture('encrypted-aes256.pdf')));

  expect((await textOf(scan.id)).body).toMatchObject({ has_text: false, truncated: false, page_count: 2 });
  expect((await textOf(locked.id)).body).toMatchObject({ has_text: false, truncated: true });
});

test('a version without text yet, one that failed, and a document without a ready version say what to do', async () => {
  const form = uploadForm({ title: 'To be read', access_level: 'organization' }, textPdf(['one']));
  const { id } = (await call.createDocument({ form })).body;
  const [body = ''] = await stage.takeMessages('processing');
  const { version_id } = JSON.parse(body);

  expect(await textOf(id)).toMatchObject(refused('resource_not_found', 'version_id'));
  expect(await textOf(id, { version_id })).toMatchObject(notThere);
  await stage.consume('processVersion', body);
  const early = await textOf(id);
  expect(early).toMatchObject(notThere);
  expect(early.error?.message).toContain('Repeat the request');
  for (const text of await stage.takeMessages('texts')) await stage.consume('keepText', text);
  expect((await textOf(id)).status).toBe(200);

  const broken = Uint8Array.from(Buffer.from('%PDF-1.7\nno objects\n'.repeat(20)));
  await call.createDocumentVersion({ path: { document_id: id }, form: uploadForm({}, broken) });
  const [second = ''] = await stage.takeMessages('processing');
  await stage.deliver(second);
  const failed = await textOf(id, { version_id: JSON.parse(second).version_id });
  expect(failed).toMatchObject(notThere);
  expect(failed.error?.message).toMatch(/^The version failed/);
  expect((await textOf(id)).body.version_id).toBe(version_id);
});

describe('readers', () => {
  test('have one reading in ten minutes for a version, whatever they ask for', async () => {
    const { id, version_id } = await kept(textPdf(['one', 'two']));
    const by: CallRequest = { as: 'member' };

    await Promise.all(['1', '2', '1'].map((first_page) => textOf(id, { first_page }, by)));
    expect((await textOf(id, { first_page: '9' }, by)).status).toBe(400);

    expect(await readings(id)).toMatchObject([{ type: 'viewed', version_id, details: { format: 'text' } }]);
    const [direct] = await table.everything(({ sk }) => sk.startsWith(`DIRECT#${ulidOf(version_id)}`));
    if (direct) await table.set(direct, 'expires_at_seconds', 1);
    await textOf(id, {}, by);
    expect(await readings(id)).toHaveLength(2);
  });

  test('by a share read as with the page: who shared is told, and endpoints get the event', async () => {
    const { id } = await kept(textPdf(['one']));
    const events = ['document.viewed' as const];
    await call.registerWebhook({ json: { url: 'https://hooks.example.com/', events } });
    const { email, headers } = await newReader();
    const json = { email, notify_me: true, send_mail: false };
    expect((await call.createDocumentShare({ path: { document_id: id }, json })).status).toBe(201);
    await Promise.all([stage.takeMessages('events'), stage.takeMessages('mail')]);

    expect((await textOf(id, {}, { as: null, headers })).body.pages).toEqual([{ page: 1, text: 'one' }]);

    expect(await stage.takeMessages('mail')).toHaveLength(1);
    expect(await stage.takeMessages('events')).toHaveLength(1);
    const { items } = (await call.listDocumentShares({ path: { document_id: id } })).body;
    expect(items).toMatchObject([{ reads: 1 }]);
  });

  test.for<readonly [Rules, string]>([
    [{ view_only: true }, 'view_only'],
    [{ watermark: true }, 'watermark'],
    [{ acknowledgement: 'I pass nothing on.' }, 'acknowledge'],
    [{ allowed_emails: ['nobody@example.org'] }, 'not_allowed'],
  ])('under %j get no text, on record, whether or not it is there', async ([rules, reason]) => {
    const { id, policy_id } = await governed(textPdf(['one']), rules);

    expect(await textOf(id, {}, { as: 'member' })).toMatchObject(refused('insufficient_permissions'));
    expect(await textOf(id, { first_page: '9' }, { as: 'member' })).toMatchObject(
      refused('insufficient_permissions'),
    );
    expect(await readings(id)).toMatchObject([
      { type: 'refused', policy_id, details: { reason } },
      { type: 'refused', policy_id, details: { reason } },
    ]);
    expect((await textOf(id)).body.pages).toEqual([{ page: 1, text: 'one' }]);
    expect(await textOf(id, {}, { as: 'outsider' })).toMatchObject(
      refused('resource_not_found', 'document_id'),
    );
  });
});

const textsOf = (version: VersionId) => keptKeys(`texts/${ulidOf(version)}`);

describe('the work', () => {
  test('a file at which the worker was killed twice counts as one without text, and is not tried again', async () => {
    const { id, version_id } = await kept(await makeSmallPdf());
    const version = await table.version(version_id);
    await table.set({ pk: version.pk, sk: version.sk }, 'text', 'due');
    await table.set({ pk: version.pk, sk: version.sk }, 'interrupted_attempts', 2);
    const message = JSON.stringify({ document_id: id, version_id });

    expect(await stage.consume('keepText', message)).toEqual([]);

    expect((await textOf(id)).body).toMatchObject({ has_text: false, truncated: true, page_count: 1 });
    expect(await table.version(version_id)).toMatchObject({ text: 'kept', interrupted_attempts: 0 });
  });

  test('reaches versions from before by a request, and all of them by a command that can be repeated', async () => {
    const versions = [
      await kept(textPdf(['one'])),
      await kept(textPdf(['two'])),
      await kept(textPdf(['three'])),
    ];
    for (const { version_id } of versions) {
      const { pk, sk } = await table.version(version_id);
      await table.unset({ pk, sk }, 'text');
    }
    const [first, second, third] = versions;
    const admin = async () => {
      await stage.catchUp();
      const io = { env: { DATA_DIR: stage.dataDirectory }, now: Date.now };
      return JSON.parse((await runCommand(['documents keep-texts', '--json'], io)).stdout);
    };

    expect(await textOf(first?.id ?? '')).toMatchObject(notThere);
    expect(await stage.takeMessages('texts')).toHaveLength(1);
    expect(await admin()).toMatchObject({ made_due: 2, waiting: 1 });
    expect(await admin()).toMatchObject({ made_due: 0, waiting: 3 });
    await table.letTimePass(anyPauseMilliseconds);
    await stage.deliver(...(await stage.sweep()));

    expect((await textOf(second?.id ?? '')).body.pages).toEqual([{ page: 1, text: 'two' }]);
    expect((await textOf(third?.id ?? '')).body.pages).toEqual([{ page: 1, text: 'three' }]);
    expect(await admin()).toMatchObject({ made_due: 0, waiting: 0 });
  });

  test('is done for a deleted document, which is complete when it is restored', async () => {
    const form = uploadForm({ title: 'To be read' }, textPdf(['one']));
    const { id } = (await call.createDocument({ form })).body;
    await stage.consume('processVersion', ...(await stage.takeMessages('processing')));
    await call.deleteDocument({ path: { document_id: id } });

    for (const body of await stage.takeMessages('texts'))
      expect(await stage.consume('keepText', body)).toEqual([]);
    await call.restoreDocument({ path: { document_id: id } });

    expect((await textOf(id)).body.pages).toEqual([{ page: 1, text: 'one' }]);
  });

  test('leaves no text of a version that is deleted before, meanwhile or afterwards', async () => {
    const { id, version_id } = await kept(textPdf(['one']));
    const path = { document_id: id, version_id };
    await call.createDocumentVersion({ path, form: uploadForm({}, textPdf(['two'])) });
    await stage.deliver(...(await stage.takeMessages('processing')));
    expect(await textsOf(version_id)).toHaveLength(1);

    expect((await call.deleteDocumentVersion({ path })).status).toBe(200);
    for (const body of await stage.takeMessages('removals'))
      expect(await stage.consume('removeDeleted', body)).toEqual([]);

    expect(await textsOf(version_id)).toEqual([]);
    expect(await stage.consume('keepText', JSON.stringify(path))).toEqual([]);
    expect(await textsOf(version_id)).toEqual([]);
  });
});

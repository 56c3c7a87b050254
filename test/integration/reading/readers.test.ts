import { describe, expect, test } from 'vitest';
import type { Actor } from '../../support/callRequest.ts';
import { storedPerson, storedSession } from '../../support/people/people.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';
import { type Governed, governedStage } from './governed.ts';

const { get, governed, newReader, stage, withPictures } = await governedStage();

async function readersOf(document_id: string, as: Actor = 'owner', query: Record<string, string> = {}) {
  await stage.catchUp();
  return (await stage.call.listDocumentReaders({ as, path: { document_id }, query })).body;
}
const readerOf = (document_id: string, user_id: string, as: Actor = 'owner') =>
  stage.call.getDocumentReader({ as, path: { document_id, user_id } });

/** Opens a document, and requests some of its pictures. */
async function look({ at }: Governed, headers: Record<string, string>, pages: readonly number[]) {
  const { text } = await get(at, null, headers);
  const images = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
  for (const page of pages)
    await get(images[page - 1] ?? '', null, { ...headers, 'Sec-Fetch-Dest': 'image' });
}

describe('the readers of a document', () => {
  // Threat: A person who reads again and again hides other readers
  test('are one item for each account and network, newest reader first', async () => {
    const document = await withPictures(4);
    const [ines, otto] = [await newReader(), await newReader()];
    const path = { document_id: document.id };
    await stage.call.createDocumentShare({ path, json: { email: ines.email } });
    await look(document, ines.headers, [1, 3, 3]);
    await look(document, otto.headers, []);
    await look(document, ines.headers, [1]);
    for (const as of ['owner', 'admin', 'member'] as const) await get(document.at, as);
    await get(`${document.at}?as=reader`, 'owner');

    const { items } = await readersOf(document.id);

    expect(items.map(({ person }) => person?.id ?? null)).toEqual([
      stage.credentials.user_ids.member.replace('usr_', 'user_'),
      otto.id,
      ines.id,
      null,
    ]);
    const [member, other, first, visitor] = items;
    expect(first).toMatchObject({ views: 2, downloads: 0, pages: 0.5, seconds: 0, network: null });
    expect(first?.person?.email).toBe(ines.email);
    // The caller may not know the address of a reader who is not a member and has no share.
    expect(other).toMatchObject({ views: 1, pages: 0, person: { email: null } });
    expect(member?.person?.email).toMatch(/@/);
    expect(visitor).toMatchObject({ person: null, share_id: null, views: 1 });
    expect(visitor?.network).toMatch(/^[\d.:/a-f]+$/);
  });

  test('are listed in pages, and as CSV', async () => {
    const document = await governed(await makeSmallPdf());
    for (const as of ['member', 'outsider', null] as const) await get(document.at, as);

    const first = await readersOf(document.id, 'owner', { limit: '2' });
    const second = await readersOf(document.id, 'admin', {
      limit: '2',
      cursor: first.pagination.next_cursor,
    });
    const { text } = await get(`/v1/documents/${document.id}/readers`, 'owner', { Accept: 'text/csv' });

    expect([first, second].map(({ items, pagination }) => [items.length, pagination.has_more])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(text.split('\r\n')[0]).toBe(
      'person_id,person_name,person_email,network,share_id,views,downloads,pages,seconds,accepted_at,first_at,last_at',
    );
    expect(text.trim().split('\r\n')).toHaveLength(4);
  });

  test('have the share, the acceptance, and the downloads of a person', async () => {
    const document = await governed(await makeSmallPdf(2), {});
    await stage.call.setDocumentAccessLevel({
      path: { document_id: document.id },
      json: { access_level: 'private' },
    });
    const person = await storedPerson({ proven_at: new Date().toISOString() });
    const { id, email } = person;
    const { headers } = await storedSession(person);
    const json = { email, rules: { acknowledgement: 'I pass nothing on.' } };
    const share = (await stage.call.createDocumentShare({ path: { document_id: document.id }, json })).body;
    expect((await readerOf(document.id, id)).error).toMatchObject({
      code: 'resource_not_found',
      param: 'user_id',
    });
    const { text } = await get(document.at, null, headers);
    const [, action = ''] = /<form method="post" action="([^"]*acknowledgement[^"]*)"/.exec(text) ?? [];
    await stage.open(action, headers, { method: 'POST' });
    await get(document.at, null, headers);
    await get(`${document.at}?file=attachment`, null, headers);

    const { body: reader } = await readerOf(document.id, id.replace('user_', 'usr_'));

    expect(reader).toMatchObject({ share_id: share.id, views: 1, downloads: 1, page_seconds: [{}, {}] });
    expect(reader.accepted_at).toMatch(/^\d{4}-.*Z$/);
    // Readings while the document was private are for its creator only.
    await stage.call.setDocumentAccessLevel({
      path: { document_id: document.id },
      json: { access_level: 'organization' },
    });
    expect((await readersOf(document.id, 'owner')).items).toHaveLength(1);
    expect((await readersOf(document.id, 'admin')).items).toEqual([]);
    expect((await readerOf(document.id, id, 'admin')).status).toBe(404);
  });

  test('are counted once when the answers of the table are lost', async () => {
    const document = await governed(await makeSmallPdf());
    let updates = 0;
    stage.dynamodb.faultOf = (request) =>
      isCall('UpdateItem')(request) && updates++ % 2 === 0 && updates < 12 ? 'unanswered' : undefined;
    for (let time = 0; time < 3; time++) await get(document.at, 'outsider');
    stage.mend();

    const { items } = await readersOf(document.id);
    expect([items.map(({ views }) => views), (await summaryOf(document.id)).views]).toEqual([[3], 3]);
  });
});

const summaryOf = async (document_id: string, as: Actor = 'owner') =>
  (await stage.call.getDocumentActivitySummary({ as, path: { document_id } })).body;

describe('the summary of a document', () => {
  test('shows what happened while a document was private to its creator only', async () => {
    const document = await governed(await makeSmallPdf());
    const set = (access_level: string) =>
      stage.call.setDocumentAccessLevel({ path: { document_id: document.id }, json: { access_level } });
    const { email, headers } = await newReader();
    await stage.call.createDocumentShare({ path: { document_id: document.id }, json: { email } });
    await get(document.at, null, headers);
    await get(document.at, 'member');
    await set('private');
    await get(document.at, null, headers);
    await set('organization');
    await get(document.at, 'owner');

    for (const [as, views] of [
      ['owner', 3],
      ['admin', 2],
    ] as const) {
      const summary = await summaryOf(document.id, as);

      expect([summary.views, summary.days.at(-1)?.readers]).toEqual([views, 2]);
    }
  });

  test('has pages of the current version only, at most 200', async () => {
    const document = await withPictures(3);
    await look(document, (await newReader()).headers, [2]);
    expect((await summaryOf(document.id)).pages.map(({ views }) => views)).toEqual([1, 1, 0]);
    const form = uploadForm({}, await makeSmallPdf(201));

    await stage.call.createDocumentVersion({ path: { document_id: document.id }, form });
    for (const message of await stage.takeMessages('processing')) await stage.deliver(message);

    const { pages, views } = await summaryOf(document.id);
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(pages.every((one) => one.views === 0)).toBe(true);
    expect(views).toBe(2);
  });
});

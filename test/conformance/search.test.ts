import { expect, test } from 'vitest';
import type { SearchHit } from '../../shared/contract/resources/searchHit.ts';
import { openAs } from '../support/acceptance.ts';
import type { CallRequest } from '../support/client.ts';
import { call, processed, uniqueTitle, upload, uploadVersion } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { textPdf } from '../support/files/textPdf.ts';
import { refused } from '../support/refusals.ts';

/** A word that no other document has. */
const newWord = (): string => `w${crypto.randomUUID().replaceAll('-', '')}`;

const search = (q: string, request: CallRequest = {}) =>
  call.search({ ...request, query: { q, ...request.query } });

/** Waits until a search finds a number of items, and returns them. The index follows within a minute. */
const found = async (q: string, count: number, request: CallRequest = {}): Promise<readonly SearchHit[]> =>
  eventually(
    async () => (await search(q, request)).body.items,
    ({ length }) => length === count,
  );

const { status } = await search('anything');
const hasSearch = status !== 404;

test.runIf(!hasSearch)('a stage without search says so', async () => {
  expect(await search('anything')).toMatchObject(refused('resource_not_found', null));
});

test.runIf(hasSearch)('words of pages, titles and descriptions are found, until they change', async () => {
  const [word, inTitle, inDescription] = [newWord(), newWord(), newWord()];
  const { id } = await upload({
    fields: {
      title: `Lease ${inTitle}`,
      description: `About ${inDescription}`,
      access_level: 'organization',
    },
    payload: textPdf(['Nothing', `The ${word} 契約書 clause`]),
  });
  await processed(id);

  const [hit] = await found(`${word.slice(0, 20)} 約書`, 1, { as: 'member' });

  expect(hit).toMatchObject({
    document_id: id,
    title: `Lease ${inTitle}`,
    page: 2,
    snippet: [
      { text: 'The ', hit: false },
      { text: word, hit: true },
      { text: ' 契', hit: false },
      { text: '約書', hit: true },
      { text: ' clause', hit: false },
    ],
    room_id: null,
  });
  expect(await found(`${inTitle} ${inDescription}`, 1, { as: 'member' })).toMatchObject([
    { document_id: id, page: null, snippet: null },
  ]);
  expect(await found(word, 0, { as: 'outsider' })).toEqual([]);
  expect(await found(word, 1, { as: 'member', query: { document_id: id } })).toMatchObject([{ page: 2 }]);

  const next = newWord();
  await uploadVersion({ document_id: id, payload: textPdf([`Now ${next}`]) });
  expect(await found(next, 1)).toMatchObject([{ document_id: id, page: 1 }]);
  expect(await found(word, 0)).toEqual([]);

  await call.deleteDocument({ path: { document_id: id } });
  expect((await search(next)).body.items).toEqual([]);
});

test.runIf(hasSearch)('a document that becomes private is gone for its readers at once', async () => {
  const word = newWord();
  const { id } = await upload({
    fields: { title: uniqueTitle('Lease'), access_level: 'organization' },
    payload: textPdf([word]),
  });
  await processed(id);
  await found(word, 1, { as: 'member' });

  await call.setDocumentAccessLevel({ path: { document_id: id }, json: { access_level: 'private' } });

  expect((await search(word, { as: 'member' })).body.items).toEqual([]);
  await found(word, 1);
});

test.runIf(hasSearch)('texts of a room are found by its readers, also on its page', async () => {
  const word = newWord();
  const { id: document_id } = await upload({ fields: { access_level: 'private' }, payload: textPdf([word]) });
  await processed(document_id);
  const { id: room_id } = (await call.createRoom({ json: { name: uniqueTitle('Purchase') } })).body;
  const path = { room_id };
  await call.createRoomItems({ path, json: { kind: 'document', document_id } });
  await call.createRoomAccess({ path, json: { organization: true, level: 'download' } });

  const [hit] = await found(word, 1, { as: 'member', query: { room_id } });

  expect(hit).toMatchObject({ document_id, room_id, page: 1, snippet: [{ text: word, hit: true }] });
  expect(new URL(hit?.service_url ?? '').search).toBe(`?room=${room_id}`);
  expect(await found(word, 0, { as: 'member' })).toEqual([]);
  const page = await openAs('member', `/r/${room_id}?q=${word}`);
  expect(await page.text()).toContain(`<mark>${word}</mark>`);
});

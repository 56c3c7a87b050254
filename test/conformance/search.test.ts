import { expect, test } from 'vitest';
import type { SearchHit } from '../../shared/contract/resources/searchHit.ts';
import { openAs } from '../support/acceptance.ts';
import type { CallRequest } from '../support/client.ts';
import { call, processed, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { textPdf } from '../support/files/textPdf.ts';
import { refused } from '../support/refusals.ts';
import { ownRoom } from '../support/rooms/ownRoom.ts';

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

test.runIf(hasSearch)(
  'words of pages, titles and descriptions are found by those who may read them',
  async () => {
    const [word, inTitle, inDescription] = [newWord(), newWord(), newWord()];
    const { id } = await upload({
      fields: { title: `Lease ${inTitle}`, description: `About ${inDescription}` },
      payload: textPdf(['Nothing', `The ${word} 契約書 clause`]),
    });
    await processed(id);
    const as = 'member';

    const [hit] = await found(`${word.slice(0, 20)} 約書`, 1, { as });

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
    expect(await found(`${inTitle} ${inDescription}`, 1, { as })).toMatchObject([
      { document_id: id, page: null, snippet: null },
    ]);
    expect(await found(word, 1, { as, query: { document_id: id } })).toMatchObject([{ page: 2 }]);
    expect(await found(word, 0, { as: 'outsider' })).toEqual([]);

    await call.setDocumentAccessLevel({ path: { document_id: id }, json: { access_level: 'private' } });
    expect((await search(word, { as })).body.items).toEqual([]);
    await found(word, 1);
    const { room, path, add, grant } = await ownRoom();
    await add({ kind: 'document', document_id: id });
    await grant({ organization: true, level: 'download' });
    const [inRoom] = await found(word, 1, { as, query: { ...path } });
    expect(inRoom).toMatchObject({ document_id: id, room_id: room.id, page: 2 });
    expect(new URL(inRoom?.service_url ?? '').search).toBe(`?room=${room.id}`);
    const page = await openAs(as, `/r/${room.id}?q=${word}`);
    expect(await page.text()).toContain(`<mark>${word}</mark>`);

    await call.deleteDocument({ path: { document_id: id } });
    expect((await search(word)).body.items).toEqual([]);
  },
);

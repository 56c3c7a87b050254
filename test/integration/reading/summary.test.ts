import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Activity } from '../../../shared/contract/resources/activity.ts';
import type { Actor } from '../../support/callRequest.ts';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { isCall } from '../../support/stages/faultyProxy.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';
import { type Governed, governedStage } from './governed.ts';

const { get, governed, prepare, stage } = await governedStage();

const day = 24 * 60 * 60_000;
/** Ids never go back in time, so each test has days of its own in the future. */
let noon = Math.ceil(Date.now() / day) * day + day / 2;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

beforeEach(() => {
  noon += 10 * day;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  return () => vi.useRealTimers();
});

/** A person without an organization, with a key that reads what is shared with their address. */
async function personWithKey() {
  const person = await storedPerson({ proven_at: new Date().toISOString() });
  return { email: person.email ?? '', headers: (await storedApiKey(person)).headers };
}

const entriesOf = async (document_id: string, as: Actor = 'owner'): Promise<Activity[]> =>
  (await stage.call.listDocumentActivity({ as, path: { document_id }, query: { limit: '100' } })).body.items;
const summaryOf = async (document_id: string, as: Actor = 'owner', query: Record<string, string> = {}) =>
  (await stage.call.getDocumentActivitySummary({ as, path: { document_id }, query })).body;

/** The people who manage the documents of these tests. Their readings are in no figure. */
const managers: readonly unknown[] = Object.entries(stage.credentials.user_ids)
  .filter(([role]) => role !== 'member')
  .map(([, id]) => id.replace('usr_', 'user_'));
const isCounted = ({ type, actor }: Activity) =>
  (type === 'viewed' || type === 'downloaded') && !managers.includes(actor?.id);

/** Adds up entries as the summary does. `pageCount`: the number of pages of the current version. */
function addedUp(entries: readonly Activity[], version_id: string, pageCount: number) {
  const readings = entries.filter(isCounted);
  const count = (some: readonly Activity[], type: string) =>
    some.filter((entry) => entry.type === type).length;
  const byDay = Map.groupBy(readings, ({ created_at }) => created_at.slice(0, 10));
  const days = [...byDay].map(([date, some]) => ({
    date,
    readers: new Set(some.map(({ actor, details }) => actor?.id ?? details.address)).size,
    views: count(some, 'viewed'),
    downloads: count(some, 'downloaded'),
    seconds: 0,
  }));
  const furthest = readings
    .filter((entry) => entry.version_id === version_id)
    .map(({ details }) => Number(details.pages_reached ?? 0));
  return {
    views: count(readings, 'viewed'),
    downloads: count(readings, 'downloaded'),
    days: days.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    pages: Array.from({ length: pageCount }, (_, index) => ({
      page: index + 1,
      views: furthest.filter((page) => page > index).length,
    })),
  };
}

const readDays = ({ views, downloads, days, pages }: Awaited<ReturnType<typeof summaryOf>>) => ({
  views,
  downloads,
  days: days.filter((one) => one.views + one.downloads + one.readers > 0),
  pages,
});

/** Opens a document that is shown as pictures, and then requests some of its pictures at the same time. */
async function look({ at }: Governed, as: Actor | null, pages: readonly number[]) {
  const { text } = await get(at, as);
  const images = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, src = '']) => src);
  await Promise.all(pages.map((page) => get(images[page - 1] ?? '', as, { 'Sec-Fetch-Dest': 'image' })));
}

async function picturesOf(pages: number): Promise<Governed> {
  const document = await governed(await makeSmallPdf(pages));
  await get(document.at);
  await prepare();
  return document;
}

describe('the summary', () => {
  test('agrees with the record, over days, readers, kinds of reading, repetitions and races', async () => {
    const document = await picturesOf(4);
    for (const at of [noon, noon + day / 2 - 1000, noon + day / 2 + 1000, noon + 3 * day]) {
      vi.setSystemTime(at);
      await look(document, null, [1, 3, 2]);
      await look(document, 'outsider', [4, 1]);
      await look(document, 'outsider', []);
      // The member requests the pictures without a view of the page.
      await Promise.all(
        [1, 2, 3].map((page) =>
          get(`${document.at}/versions/${document.version_id}/pages/${page}`, 'member'),
        ),
      );
      await Promise.all(['admin', 'admin', 'owner', 'owner'].map((as) => get(document.at, as as Actor)));
      await get(`${document.at}?file=attachment`, 'owner');
      await get(`${document.at}?as=reader`, 'owner');
    }

    const entries = await entriesOf(document.id);
    const summary = await summaryOf(document.id);

    expect(readDays(summary)).toEqual(addedUp(entries, document.version_id, 4));
    expect(
      summary.days.filter(({ readers }) => readers > 0).map(({ date, readers }) => [date, readers]),
    ).toEqual([
      [dateOf(noon), 3],
      // The member's requests after midnight belong to the record that began before midnight, so the member is not counted again.
      [dateOf(noon + day), 2],
      [dateOf(noon + 3 * day), 3],
    ]);
    expect(summary.pages.map(({ views }) => views)).toEqual([8, 8, 8, 4]);
  });

  test.for([
    ['pictures', { view_only: true }, [undefined, 2]],
    ['a copy', { watermark: true }, [undefined, undefined]],
    ['pictures of a copy', { view_only: true, watermark: true }, [undefined, 2]],
  ] as const)(
    'counts a page that waited for %s once, and the next opening again',
    async ([, rules, reached]) => {
      const document = await governed(await makeSmallPdf(2), rules);
      const first = await get(document.at, 'outsider');
      const again = first.headers.get('refresh')?.replace(/^.*url=/, '') ?? '';
      expect(again).toContain('view=');
      await get(again, 'outsider');
      await prepare();

      const shown = await get(again, 'outsider');
      await look({ ...document, at: again }, 'outsider', []);
      for (const [, src = ''] of shown.text.matchAll(/<img src="([^"]+)"/g))
        await get(src, 'outsider', { 'Sec-Fetch-Dest': 'image' });

      const entries = await entriesOf(document.id);
      const views = entries
        .filter(({ type }) => type === 'viewed')
        .map(({ details }) => details.pages_reached);
      expect(views).toEqual(reached);
      expect(readDays(await summaryOf(document.id))).toEqual(addedUp(entries, document.version_id, 2));
    },
  );

  test('counts once when the answers of the table are lost', async () => {
    const document = await picturesOf(2);
    const lost = new Set<string>();
    stage.dynamodb.faultOf = (request) => {
      // Loses the answer to every second update, six answers in all.
      if (!isCall('UpdateItem')(request) || lost.size >= 12) return undefined;
      const id = String(lost.size);
      lost.add(id);
      return Number(id) % 2 === 0 ? 'unanswered' : undefined;
    };
    for (let time = 0; time < 3; time++) await get(document.at, 'outsider');
    stage.mend();

    expect(readDays(await summaryOf(document.id))).toEqual(
      addedUp(await entriesOf(document.id), document.version_id, 2),
    );
  });

  test('shows what happened while a document was private to its creator only', async () => {
    const document = await governed(await makeSmallPdf());
    const set = (access_level: string) =>
      stage.call.setDocumentAccessLevel({ path: { document_id: document.id }, json: { access_level } });
    const { email, headers } = await personWithKey();
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
      const summary = readDays(await summaryOf(document.id, as));

      expect(summary).toEqual(addedUp(await entriesOf(document.id, as), document.version_id, 1));
      expect([summary.views, summary.days[0]?.readers]).toEqual([views, 2]);
    }
  });

  test('has pages of the current version only, at most 200', async () => {
    const document = await picturesOf(3);
    await look(document, 'outsider', [2]);
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

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Activity } from '../../../shared/contract/resources/activity.ts';
import type { Actor } from '../../support/callRequest.ts';
import { storedApiKey, storedPerson } from '../../support/people/people.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';
import { type Governed, governedStage } from './governed.ts';

const { get, governed, prepare, stage } = await governedStage();

const day = 24 * 60 * 60_000;
/** Ids never go back in time, so each test has days of its own in the future. */
let noon = Math.ceil(Date.now() / day) * day + day / 2;

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
  test.for([
    ['pictures', { view_only: true }, [undefined, 2]],
    ['a copy', { watermark: true }, [undefined, undefined]],
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
      expect(await summaryOf(document.id)).toMatchObject({ views: 2, downloads: 0 });
    },
  );

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
      const summary = await summaryOf(document.id, as);

      expect([summary.views, summary.days.at(-1)?.readers]).toEqual([views, 2]);
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

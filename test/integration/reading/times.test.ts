import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { activityId } from '../../../shared/contract/identifiers.ts';
import { getDocument } from '../../../shared/data/documents/documents.ts';
import { storedName } from '../../../shared/data/reading/readers.ts';
import { addSeconds } from '../../../shared/data/reading/seenPages.ts';
import { sumOf } from '../../../shared/data/reading/times.ts';
import { type Governed, governedStage } from './governed.ts';

const { get, newReader, report, stage, withPictures } = await governedStage();

let now = Date.now() + 60_000;
beforeEach(() => {
  now += 24 * 60 * 60_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  return () => vi.useRealTimers();
});
const pass = (seconds: number) => {
  now += seconds * 1000;
  vi.setSystemTime(now);
};

type Headers = Readonly<Record<string, string>>;

/** Opens a document; returns the id of the view that its script reports for. */
async function viewOf({ at }: Governed, headers: Headers): Promise<string | undefined> {
  const { text } = await get(at, null, headers);
  return /data-view="([^"]+)"/.exec(text)?.[1];
}

const readerOf = async ({ id }: Governed, userId: string) =>
  (await stage.call.getDocumentReader({ path: { document_id: id, user_id: userId } })).body;
const summaryOf = async ({ id }: Governed) =>
  (await stage.call.getDocumentActivitySummary({ path: { document_id: id } })).body;

describe('the seconds of pages', () => {
  test('are those that the browser reports, of all views and tabs no more than the time that passed', async () => {
    const document = await withPictures(3);
    const { id, headers } = await newReader();
    const first = await viewOf(document, headers);
    pass(60);
    expect(await report(document, first, '1:20,3:30', headers)).toEqual({
      status: 200,
      accepted: { 1: 20, 3: 30 },
    });
    const second = await viewOf(document, headers);
    pass(10);
    expect((await report(document, first, '1:10', headers)).accepted).toEqual({ 1: 10 });
    expect((await report(document, second, '1:10', headers)).accepted).toEqual({});
    pass(5);
    // A page that the version does not have, and more than the time that passed.
    expect((await report(document, second, '2:60,9:60', headers)).accepted).toEqual({ 2: 5 });

    expect(await readerOf(document, id)).toMatchObject({
      seconds: 65,
      pages: 1,
      page_seconds: [
        { page: 1, seconds: 30 },
        { page: 2, seconds: 5 },
        { page: 3, seconds: 30 },
      ],
    });
    const { seconds, days } = await summaryOf(document);
    expect([seconds, days.at(-1)?.seconds]).toEqual([65, 65]);
  });

  test('count once when the access level changes during a view', async () => {
    const document = await withPictures(1);
    const { id, headers } = await newReader();
    const view = await viewOf(document, headers);
    const item = await getDocument(document.id);
    if (!item?.current_version) throw new Error('the document has no version');
    const version_id = item.current_version.id;
    const viewId = z.parse(activityId, view);
    const reported = { version_id, reader: storedName({ user_id: id }), viewId, batch: new Map([[1, 60]]) };
    const sumAs = async (access_level: 'public' | 'private') =>
      sumOf(await addSeconds({ ...reported, document: { ...item, access_level } }, now));
    pass(60);
    expect(await sumAs('public')).toBeGreaterThanOrEqual(59);
    expect(await sumAs('private')).toBeLessThanOrEqual(1);
    pass(10);
    expect(await sumAs('private')).toBeLessThanOrEqual(11);
    expect(await sumAs('public')).toBeLessThanOrEqual(1);
  });

  test('count only for the reader of the view, by the service’s own page', async () => {
    const document = await withPictures(1);
    const [ines, otto] = [await newReader(), await newReader()];
    const view = await viewOf(document, ines.headers);
    pass(60);

    expect((await report(document, view, '1:60', otto.headers)).status).toBe(404);
    expect((await report(document, view, '1:60', {})).status).toBe(404);
    expect((await report(document, 'act_x', '1:60', ines.headers)).status).toBe(404);
    const fromElsewhere = { ...ines.headers, Origin: 'https://example.com' };
    expect((await report(document, view, '1:60', fromElsewhere)).status).toBe(403);
    expect((await report(document, view, '1:-60', ines.headers)).status).toBe(400);
    expect(await readerOf(document, ines.id)).toMatchObject({ seconds: 0, pages: 0 });
  });

  test('do not count for people who manage the document, nor in previews', async () => {
    const document = await withPictures(1);
    const as = (actor: 'owner' | 'admin') => ({
      Authorization: `Bearer ${stage.credentials.api_keys[actor]}`,
    });
    for (const [actor, at] of [
      ['owner', document.at],
      ['admin', document.at],
      ['owner', `${document.at}?as=reader`],
    ] as const) {
      const { text } = await get(at, actor);
      expect(text).not.toContain('data-times');
      const view = /view=(act_\w+)/.exec(text)?.[1];
      expect(view).toBeDefined();
      pass(30);
      expect((await report(document, view, '1:30', as(actor))).status).toBe(404);
    }
    expect((await summaryOf(document)).seconds).toBe(0);
  });

  test('do not count once the organization turned counting off', async () => {
    const document = await withPictures(1);
    const { headers } = await newReader();
    const view = await viewOf(document, headers);
    pass(30);
    await stage.call.updateOrganization({ as: 'admin', json: { reading_times: false } });

    expect((await report(document, view, '1:30', headers)).status).toBe(404);
    expect(await viewOf(document, headers)).toBeUndefined();

    await stage.call.updateOrganization({ as: 'admin', json: { reading_times: true } });
    expect(await viewOf(document, headers)).toBeDefined();
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Activity } from '../../../shared/contract/resources/activity.ts';
import { makeSmallPdf, uploadForm } from '../../support/uploads.ts';
import { type Governed, governedStage } from './governed.ts';

const { get, governed, newReader, report, stage } = await governedStage();
const { base_url, user_ids } = stage.credentials;

const day = 24 * 60 * 60_000;
/** Ids never go back in time, so the tests are in the future. */
let noon = Math.ceil(Date.now() / day) * day + day / 2;
beforeEach(() => {
  noon += 10 * day;
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  return () => vi.useRealTimers();
});

type Headers = Readonly<Record<string, string>>;

const robots = [
  { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
  { 'User-Agent': 'facebookexternalhit/1.1' },
];

/** Opens a document, stays for a minute, and reports seconds of pages, such as `1:20,3:5`. Returns the seconds that were accepted. */
async function stay(document: Governed, headers: Headers, seconds: string): Promise<number> {
  const { text } = await get(document.at, null, headers);
  vi.setSystemTime(Date.now() + 60_000);
  const { accepted } = await report(document, /view=(act_\w+)/.exec(text)?.[1], seconds, headers);
  return Object.values<number>(accepted ?? {}).reduce((all, one) => all + one, 0);
}

const download = ({ at }: Governed, headers: Headers) => get(`${at}?file=attachment`, null, headers);
const headersOf = (actor: 'owner' | 'admin' | 'member') => ({
  Authorization: `Bearer ${stage.credentials.api_keys[actor]}`,
});

async function figuresOf({ id: document_id }: Governed) {
  await stage.catchUp();
  const path = { document_id };
  const { items: entries } = (await stage.call.listDocumentActivity({ path, query: { limit: '100' } })).body;
  const { items: readers } = (await stage.call.listDocumentReaders({ path })).body;
  const { items: shares } = (await stage.call.listDocumentShares({ path })).body;
  const summary = (await stage.call.getDocumentActivitySummary({ path })).body;
  const { items: details } = (await stage.call.listDocumentDetails({ query: { ids: document_id } })).body;
  return { entries, readers, shares, summary, details: details[0] };
}

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((all, item) => all + of(item), 0);
const count = (entries: readonly Activity[], type: string) =>
  entries.filter((entry) => entry.type === type).length;

describe('all figures agree with the record', () => {
  test('over several readers, days and kinds of reading', async () => {
    const document = await governed(await makeSmallPdf(3), {});
    const path = { document_id: document.id };
    const [ines, otto] = [await newReader(), await newReader()];
    for (const { email } of [ines, otto]) await stage.call.createDocumentShare({ path, json: { email } });
    const seconds = { ines: 0, otto: 0, member: 0, visitor: 0 };

    for (const headers of robots) await stay(document, headers, '1:60');
    await stay(document, headersOf('owner'), '1:60');
    await stay(document, headersOf('admin'), '1:60');
    await download(document, headersOf('owner'));
    await get(`${document.at}?as=reader`, 'owner');
    await fetch(base_url + document.at, { method: 'HEAD' });
    const unread = await figuresOf(document);
    expect([unread.readers, unread.summary.views, unread.details?.last_read_at]).toEqual([[], 0, null]);
    expect(unread.summary.pages.map(({ views }) => views)).toEqual([0, 0, 0]);

    seconds.ines += await stay(document, ines.headers, '1:30,2:20');
    seconds.otto += await stay(document, otto.headers, '3:200');
    await download(document, ines.headers);
    seconds.visitor += await stay(document, {}, '1:7');
    vi.setSystemTime(noon + day);
    seconds.ines += await stay(document, ines.headers, '2:25');
    seconds.member += await stay(document, headersOf('member'), '1:1');
    for (let time = 0; time < 2; time++) await download(document, headersOf('member'));
    await get(document.at, null, ines.headers);
    expect(seconds).toEqual({ ines: 75, otto: 60, member: 1, visitor: 7 });

    const { entries, readers, shares, summary, details } = await figuresOf(document);
    const member = user_ids.member.replace('usr_', 'user_');
    const names = new Map<string | undefined, number>([
      [ines.id, seconds.ines],
      [otto.id, seconds.otto],
      [member, seconds.member],
      [undefined, seconds.visitor],
    ]);
    expect(new Set(readers.map(({ person }) => person?.id))).toEqual(new Set(names.keys()));
    for (const { person, ...reader } of readers) {
      const own = entries.filter(({ actor }) => actor?.id === person?.id);
      // The record has the views of robots too.
      const others = person ? 0 : robots.length;
      expect([reader.views, reader.downloads, reader.seconds]).toEqual([
        count(own, 'viewed') - others,
        count(own, 'downloaded'),
        names.get(person?.id),
      ]);
      expect(reader.last_at).toBe(
        own.find(({ type }) => type === 'viewed' || type === 'downloaded')?.created_at,
      );
    }

    for (const figure of ['views', 'downloads', 'seconds'] as const) {
      const all = sum(readers, (reader) => reader[figure]);
      expect([summary[figure], sum(summary.days, (one) => one[figure])], figure).toEqual([all, all]);
    }
    expect(
      summary.days.filter(({ readers }) => readers > 0).map((one) => [one.readers, one.seconds]),
    ).toEqual([
      [3, 50 + 60 + 7],
      [2, 25 + 1],
    ]);
    expect(shares.map(({ email }) => email).sort()).toEqual([ines.email, otto.email].sort());
    for (const share of shares) {
      const reader = readers.find(({ share_id }) => share_id === share.id);
      expect(share).toMatchObject({
        reads: (reader?.views ?? 0) + (reader?.downloads ?? 0),
        first_read_at: reader?.first_at,
        last_read_at: reader?.last_at,
      });
    }
    expect(details?.last_read_at).toBe(
      readers
        .map(({ last_at }) => last_at)
        .sort()
        .at(-1),
    );

    // Of a new version nobody has seen a page. What was read before stays in all other figures.
    const form = uploadForm({}, await makeSmallPdf(2));
    await stage.call.createDocumentVersion({ path, form });
    await stage.deliver(...(await stage.takeMessages('processing')));
    const after = await figuresOf(document);
    expect(after.readers).toEqual(readers.map((reader) => ({ ...reader, pages: 0, seconds: 0 })));
    expect(after.summary).toMatchObject({ views: summary.views, seconds: summary.seconds });
  });
});

import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { countEntries, type FoundEntry, findEntries, writeEntries } from '../../../shared/search/engine.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { type Scope, searchBody } from '../../../shared/search/query.ts';
import { readSought } from '../../../shared/search/sought.ts';
import { tokensOf } from '../../../shared/search/tokens.ts';
import { eventually } from '../eventually.ts';
import { finds } from './reference.ts';

/** Words of twelve scripts and more, each with a search that finds it and one that does not. */
export const scripts: readonly (readonly [script: string, text: string, q: string, not: string])[] = [
  ['Latin', 'Zażółć gęślą jaźń', 'gesla', 'esla'],
  ['Greek', 'Ξεσκεπάζω την ψυχοφθόρα', 'ψυχοφθορα', 'οφθορα'],
  ['Cyrillic', 'Съешь ещё этих булок', 'булок', 'улок'],
  ['Hebrew', 'שלום עולם', 'עולם', 'ולם'],
  ['Arabic', 'اتفاق جديد', 'جديد', 'ديد'],
  ['Devanagari', 'क्षत्रिय सम्मेलन', 'सम्मेलन', 'मेलन'],
  ['Bengali', 'বাংলা চুক্তি', 'চুক্তি', 'ুক্তি'],
  ['Tamil', 'தமிழ் ஒப்பந்தம்', 'ஒப்பந்தம்', 'பந்தம்'],
  ['Thai', 'สัญญาเช่าบ้าน', 'เช่า', 'ขาย'],
  ['Khmer', 'កិច្ចសន្យាជួល', 'សន្យា', 'លក់'],
  ['Han', '東京都賃貸契約書', '貸契約', '約契'],
  ['Kana', 'けいやくのタワー', 'くのタ', 'のク'],
  ['Hangul', '임대차계약서', '계약', '약계'],
  ['Georgian', 'ამბავი საქმე', 'საქმე', 'აქმე'],
  ['Armenian', 'Թուղթ պայմանագիր', 'պայմ', 'այմ'],
  ['Han beyond the basic plane', '大𠮷野家', '𠮷野', '野𠮷'],
];

/** Every document of this run is found by its tenant, so that runs may share an engine. */
const tenant = newId('org');
const creator = newId('user');

const entry = (
  document_id: DocumentId,
  page: number,
  text: string,
  given: Partial<IndexEntry> & { readonly titled?: string } = {},
): IndexEntry => {
  const { titled, ...others } = given;
  return {
    document_id,
    version_id: `ver_${document_id.slice(4)}`,
    page,
    tenant,
    created_by: creator,
    access: 'organization',
    policies: [],
    policy_count: 0,
    created_at: 1000,
    words: tokensOf(titled === undefined ? text : `${titled} ${text}`),
    ...(titled !== undefined && { title: tokensOf(titled) }),
    ...others,
  };
};

const anything: Scope = { whole: [{ term: { tenant } }], titles: [], all: [], hidden: [] };

async function search(q: string, scope: Partial<Scope> = {}, range = {}): Promise<readonly FoundEntry[]> {
  const body = searchBody(
    readSought(q),
    { ...anything, ...scope },
    { from: 0, size: 50, isEachPage: true, ...range },
  );
  return body ? findEntries(body) : [];
}
const places = (found: readonly FoundEntry[]): string[] =>
  found.map(({ document_id, page }) => `${document_id} ${page}`);

/** Writes entries, and waits until a search finds them: OpenSearch shows them after a second. */
async function write(
  entries: readonly IndexEntry[],
  gone: Parameters<typeof writeEntries>[1] = [],
): Promise<void> {
  await writeEntries(entries, gone);
  const ids = [...new Set(entries.map(({ document_id }) => document_id))];
  const written = ids.map((id) => entries.filter(({ document_id }) => document_id === id).length);
  await eventually(
    () => Promise.all(ids.map(async (id) => (await countEntries([id]))[0])),
    (counts) => counts.every((count, index) => count === written[index]),
  );
}

/** What every engine of the service does. `SEARCH_ENDPOINTS` names the engine. */
export function testEngine(): void {
  const corpus = newId('doc');

  test('a search before the first entry finds nothing', async () => {
    const body = searchBody(readSought('word'), anything, { from: 0, size: 1, isEachPage: true });
    if (!body) expect.unreachable();
    expect(await findEntries(body)).toEqual([]);
  });

  describe('words', () => {
    test('of all scripts are found, on their page', async () => {
      await write(scripts.map(([, text], index) => entry(corpus, index + 1, text)));

      for (const [index, [script, , q, not]] of scripts.entries()) {
        const here = { all: [{ term: { document_id: corpus } }] };
        expect.soft(places(await search(q, here)), script).toEqual([`${corpus} ${index + 1}`]);
        expect.soft(places(await search(not, here)), `${script}, not`).toEqual([]);
      }
    });

    test('are found as the reference finds them, in random texts', async () => {
      const vocabulary =
        'rent rental lease leaseholder 2026 20 第2回 東京 東京都 京都 都 契約書 계약 계약서 สัญญา สัญญาเช่า résumé ΟΔΟΣ x'.split(
          ' ',
        );
      const pick = () => vocabulary[randomInt(vocabulary.length)] ?? '';
      const someWords = (max: number) => Array.from({ length: 1 + randomInt(max) }, pick).join(' ');
      const id = newId('doc');
      const pages = Array.from({ length: 200 }, () => someWords(6));
      await write(pages.map((text, index) => entry(id, index + 1, text)));

      let hits = 0;
      for (let round = 0; round < 150; round++) {
        const parts = Array.from({ length: 1 + randomInt(2) }, () => {
          const words = someWords(2);
          const sought = randomInt(3) === 0 ? `"${words}"` : words.slice(0, 1 + randomInt(words.length));
          return randomInt(5) === 0 ? `-${sought}` : sought;
        });
        const q = [pick(), ...parts].join(' ');
        const sought = readSought(q);
        const expected = pages.flatMap((text, index) => (finds(sought, text) ? [`${id} ${index + 1}`] : []));
        hits += expected.length;
        const found: string[] = [];
        for (let from = 0; from <= found.length; from += 50)
          found.push(...places(await search(q, { all: [{ term: { document_id: id } }] }, { from })));
        expect(found.toSorted(), q).toEqual(expected.toSorted());
      }
      expect(hits).toBeGreaterThan(100);
    });
  });

  test('a document is one hit, by its title before its pages, and each page is one if asked for', async () => {
    const [first, second] = [newId('doc'), newId('doc')];
    await write([
      entry(first, 0, 'about liability', { titled: 'Agreement' }),
      entry(first, 1, 'liability liability liability'),
      entry(first, 2, 'liability'),
      entry(second, 0, 'nothing', { titled: 'Annex' }),
      entry(second, 1, 'liability'),
      entry(second, 2, 'liability liability'),
    ]);
    const here = { all: [{ terms: { document_id: [first, second] } }] };

    expect(places(await search('liability', here, { isEachPage: false }))).toEqual([
      `${first} 0`,
      `${second} 1`,
    ]);
    const all = places(await search('liability', here));
    expect(all[0]).toBe(`${first} 0`);
    expect(all.toSorted()).toEqual(
      [
        ...[0, 1, 2].map((page) => `${first} ${page}`),
        ...[1, 2].map((page) => `${second} ${page}`),
      ].toSorted(),
    );
    const pages = await Promise.all(
      [0, 1, 2].map((from) => search('liability', here, { isEachPage: false, from, size: 1 })),
    );
    expect(places(pages.flat())).toEqual([`${first} 0`, `${second} 1`]);
  });

  test('words of documents that are not searched do not change the order', async () => {
    const [first, second, other] = [newId('doc'), newId('doc'), newId('doc')];
    await write([
      entry(first, 1, 'merger merger merger merger foxtrot'),
      entry(second, 1, 'merger foxtrot foxtrot foxtrot foxtrot'),
    ]);
    const orders: (readonly string[])[] = [];
    for (const word of ['foxtrot', 'merger']) {
      const pages = Array.from({ length: 30 }, (_, index) => entry(other, index + 1, word));
      await write(pages.map((one) => ({ ...one, tenant: newId('org') })));
      for (const q of ['merger foxtrot', '"merger foxtrot"', 'merg fox'])
        orders.push([q, ...places(await search(q))]);
    }

    expect(orders.slice(3)).toEqual(orders.slice(0, 3));
    expect(orders[0]).toEqual(['merger foxtrot', `${second} 1`, `${first} 1`]);
  });

  test('of some documents only the title is searched', async () => {
    const id = newId('doc');
    const policy = newId('pol');
    const bound = { policies: [newId('pol'), policy], policy_count: 2 };
    await write([
      entry(id, 0, 'with a description', { titled: 'Offer', ...bound }),
      entry(id, 1, 'the offer has a secret', bound),
    ]);
    const byTitle: Partial<Scope> = {
      whole: [
        { bool: { filter: [{ term: { document_id: id } }], must_not: [{ terms: { policies: [policy] } }] } },
      ],
      titles: [{ bool: { filter: [{ term: { document_id: id } }, { terms: { policies: [policy] } }] } }],
    };

    expect(places(await search('offer', byTitle))).toEqual([`${id} 0`]);
    expect(places(await search('secret', byTitle))).toEqual([]);
    expect(places(await search('description', byTitle))).toEqual([]);
    expect(places(await search('offer -description', byTitle))).toEqual([`${id} 0`]);
  });

  test('the filters of a search hold', async () => {
    const [mine, other] = [newId('doc'), newId('doc')];
    const author = newId('user');
    await write([
      entry(mine, 1, 'filterable', { created_by: author, created_at: 5, access: 'private' }),
      entry(other, 1, 'filterable', { created_at: 9, access: 'public', policy_count: 21 }),
    ]);
    const found = async (scope: Partial<Scope>) => places(await search('filterable', scope));

    expect(await found({ all: [{ term: { created_by: author } }] })).toEqual([`${mine} 1`]);
    expect(await found({ all: [{ range: { created_at: { gte: 5, lt: 9 } } }] })).toEqual([`${mine} 1`]);
    expect(await found({ all: [{ range: { policy_count: { gt: 20 } } }] })).toEqual([`${other} 1`]);
    expect(await found({ all: [{ terms: { access: ['organization', 'public'] } }] })).toEqual([`${other} 1`]);
    expect(await found({ hidden: [other] })).toEqual([`${mine} 1`]);
    expect(await found({ whole: [{ term: { tenant: newId('org') } }] })).toEqual([]);
    const many = Array.from({ length: 20_000 }, () => newId('doc'));
    expect(await found({ all: [{ terms: { document_id: [...many, mine] } }] })).toEqual([`${mine} 1`]);
  });

  test('a new version replaces pages, and what is gone is not found', async () => {
    const id = newId('doc');
    await write([1, 2, 3].map((page) => entry(id, page, `replaceable ${page}`)));
    const next = { version_id: newId('ver') };
    await write(
      [entry(id, 1, 'replaceable 7', next)],
      [2, 3, 4].map((page) => ({ document_id: id, page })),
    );

    expect(await search('replaceable')).toEqual([{ document_id: id, page: 1, ...next }]);
    expect(places(await search('7 replaceable'))).toEqual([`${id} 1`]);
    await writeEntries(
      [],
      [1, 1, 2].map((page) => ({ document_id: id, page })),
    );
    await eventually(
      () => search('replaceable'),
      ({ length }) => length === 0,
    );
  });

  test('a phrase with an open end is found, also among many longer endings', async () => {
    const id = newId('doc');
    const numbers = Array.from({ length: 1500 }, (_, index) => 300_000 + index).join(' ');
    await write([entry(id, 1, '平成30年度'), entry(id, 2, '平成 30年度'), entry(id, 3, numbers)]);

    expect(places(await search('平成3'))).toEqual([`${id} 1`]);
    expect(places(await search('成30年', { all: [{ term: { document_id: id } }] }))).toEqual([`${id} 1`]);
  });
}

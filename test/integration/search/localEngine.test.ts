import { randomInt } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../../shared/contract/identifiers.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { findEntries, writeEntries } from '../../../shared/search/engine.ts';
import type { IndexEntry } from '../../../shared/search/entries.ts';
import { searchBody } from '../../../shared/search/query.ts';
import { readSought } from '../../../shared/search/sought.ts';
import { tokensOf } from '../../../shared/search/tokens.ts';
import { folded, titleMatcher } from '../../../shared/text/titleSearch.ts';
import { scripts, testEngine } from '../../support/search/engineTable.ts';
import { startLocalEngine } from '../../support/search/localEngine.ts';

const engine = await startLocalEngine();
afterAll(() => engine.close());

describe('the search engine of the local host', testEngine);

test('the search engine of the local host finds titles as titleMatcher does', async () => {
  const characters = [...new Set(`${scripts.flatMap(([, text]) => text).join('')}aé2-~"*:\u00ad\u0301 `)];
  const some = (most: number) =>
    Array.from({ length: 1 + randomInt(most) }, () => characters[randomInt(characters.length)]).join('');
  const words = scripts.flatMap(([, text]) => text.split(' '));
  const titles = new Map<DocumentId, string>(
    Array.from({ length: 200 }, () => [
      newId('doc'),
      `${some(12)} ${words[randomInt(words.length)]} ${some(6)}`,
    ]),
  );
  const tenant = newId('org');
  await writeEntries(Array.from(titles, ([id, title]) => titleEntry(tenant, id, title)));
  await engine.catchUp();
  const begins = [...titles.values(), ...words].map((text) => text.trim());

  let found = 0;
  for (let round = 0; round < 150; round++) {
    const from = begins[randomInt(begins.length)] ?? '';
    const start = randomInt(from.length);
    const q = round % 2 === 0 ? from.slice(start, start + 1 + randomInt(6)) : some(3);
    const sought = readSought(q);
    // A mark, or half of a pair, without its letter is no text of people. Titles have no phrases and exclusions.
    if (/(?:^|\s)\p{M}/u.test(folded(q)) || !q.isWellFormed() || /["-]/.test(q)) continue;
    if (sought.wanted.length === 0) continue;
    const scope = { whole: [], titles: [{ term: { tenant } }], all: [], hidden: [] };
    const body = searchBody(sought, scope, { from: 0, size: 400, isEachPage: false });
    if (!body) expect.unreachable();
    const matches = titleMatcher(q);
    const expected = [...titles].flatMap(([id, title]) => (matches(title) ? [id] : []));
    const hits = (await findEntries(body)).map(({ document_id }) => document_id);
    found += expected.length;
    expect(hits.toSorted(), q).toEqual(expected.toSorted());
  }
  expect(found).toBeGreaterThan(100);
});

const titleEntry = (tenant: IndexEntry['tenant'], document_id: DocumentId, title: string): IndexEntry => ({
  document_id,
  version_id: `ver_${document_id.slice(4)}`,
  page: 0,
  tenant,
  created_by: newId('user'),
  access: 'organization',
  policies: [],
  policy_count: 0,
  created_at: 0,
  words: tokensOf(title),
  title: tokensOf(title),
});

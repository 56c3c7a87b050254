import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Credentials } from '../support/client.ts';
import { inTurn } from './inTurn.ts';
import { measuredCommand } from './measuredCommand.ts';
import { pagesOfDocument, wordOf } from './searchTexts.ts';
import { section } from './section.ts';
import { openService, useStores } from './service.ts';
import { printFigures, printTable, quantile } from './table.ts';

interface Counts {
  readonly documents: number;
  readonly rounds: number;
}

/** Measures how long the index of many documents takes, how large it gets, and how soon searches answer. */
export const search = section<Counts>(
  { full: { documents: 20_000, rounds: 40 }, short: { documents: 20, rounds: 1 } },
  async ({ documents, rounds }) => {
    await using service = await openService();
    await useStores(service);
    const { credentials, directory } = service;
    await (await import('./searchSeed.ts')).storeWithTexts(credentials.organization_id, documents);
    const began = performance.now();
    await measuredCommand(directory, 'search', 'rebuild');
    const marked = (performance.now() - began) / 1000;
    await untilFound(credentials, samplesOf(documents));
    const seconds = (performance.now() - began) / 1000;
    printFigures('index', [
      ['documents', documents],
      ['pages', documents * pagesOfDocument],
      ['seconds until all were marked', marked.toFixed(1)],
      ['seconds until all were found', seconds.toFixed(1)],
      ['documents a second', Math.round(documents / seconds)],
      ['MB of the index', ((await bytesIn(join(directory, 'opensearch'))) / 1e6).toFixed(1)],
    ]);

    const middle = Math.floor(documents / 2);
    const [first, second, third, rare] = [wordOf(0), wordOf(1), wordOf(40), wordOf(15_000)];
    const kinds: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['a word on one page', { q: `serial${middle}p3` }],
      ['a rare word', { q: rare }],
      ['a frequent word', { q: first }],
      ['three words', { q: `${second} ${third} ${wordOf(300)}` }],
      ['a phrase', { q: `"${first} ${third}"` }],
      ['two characters of Han', { q: '契約' }],
      ['a word of a title', { q: `agreement ${middle}` }],
    ];
    const rows = [];
    for (const [name, query] of kinds) {
      const path = `/v1/search?${new URLSearchParams(query)}`;
      const alone = await timed(credentials, path, rounds, 1);
      const together = await timed(credentials, path, rounds, 8);
      rows.push([
        name,
        ...[alone, together].flatMap((times) =>
          [0.5, 0.95].map((share) => quantile(times, share).toFixed(0)),
        ),
      ]);
    }
    printTable('Searches of a member', ['kind', 'p50, ms', 'p95, ms', 'p50 of 8, ms', 'p95 of 8, ms'], rows);
  },
);

async function get({ base_url, api_keys }: Credentials, path: string) {
  const answer = await fetch(base_url + path, { headers: { authorization: `Bearer ${api_keys.member}` } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { readonly items: readonly object[] };
}

/** Sends a request `rounds` times for each of some callers, who call at the same time. Resolves with the milliseconds of each. */
async function timed(credentials: Credentials, path: string, rounds: number, callers: number) {
  const times: number[] = [];
  await inTurn(rounds * callers, callers, async () => {
    const began = performance.now();
    await get(credentials, path);
    times.push(performance.now() - began);
  });
  return times;
}

/** Returns a word of each of some documents, the first and the last among them. */
const samplesOf = (documents: number): string[] =>
  Array.from({ length: 20 }, (_, index) => `serial${Math.round((index * (documents - 1)) / 19)}p5`);

const pauseMilliseconds = 2000;

async function untilFound(credentials: Credentials, words: readonly string[]): Promise<void> {
  for (const word of words)
    for (;;) {
      if ((await get(credentials, `/v1/search?q=${word}`)).items.length > 0) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
}

async function bytesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map((name) => stat(join(folder, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

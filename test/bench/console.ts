import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { assemble } from '../../infra/local/assemble.ts';
import { type ConsoleManifest, filesFolder, manifestName } from '../../shared/pages/console/files.ts';
import type { Credentials } from '../support/client.ts';
import { launchBrowser } from '../support/people/chromium.ts';
import { section } from './section.ts';
import { onSeededService } from './seededService.ts';
import { median, printTable, verdict } from './table.ts';

interface Counts {
  readonly documents: number;
  /** Rounds that load the functions of the local service. Their figures do not count. */
  readonly warmUps: number;
  readonly rounds: number;
}

/** Compressed bytes of all files with one language, and milliseconds from the HTML to the first content. */
const aims = { bytes: 85_000, firstContent: 300 };

/** Measures the size of the console's files, and how soon its screens and actions show something in Chromium. */
export const consoleInBrowser = section<Counts>(
  { full: { documents: 100_000, warmUps: 1, rounds: 15 }, short: { documents: 120, warmUps: 0, rounds: 1 } },
  async ({ documents, warmUps, rounds }) => {
    await printSizes(join(await assemble(), '..', 'bundles', 'console'));
    await onSeededService('consoleSeed.ts', documents, async ({ credentials }) => {
      const browser = await launchBrowser();
      try {
        await printLoads(browser, credentials, { warmUps, rounds });
        await printActions(browser, credentials, rounds);
        await printRequests(browser, credentials);
        console.log(`\nThe organization has ${documents} documents. A task is long from 50 ms on.`);
      } finally {
        await browser.close();
      }
    });
  },
);

async function printSizes(directory: string): Promise<void> {
  const { words } = JSON.parse(await readFile(join(directory, manifestName), 'utf8')) as ConsoleManifest;
  const folder = join(directory, filesFolder);
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const content = await readFile(join(folder, name));
      return { name, bytes: content.length, compressed: gzipSync(content).length };
    }),
  );
  const isWords = ({ name }: { readonly name: string }) => Object.values(words).includes(name);
  const largest = Math.max(...files.filter(isWords).map(({ compressed }) => compressed));
  const others = files.filter((file) => !isWords(file));
  const sum = others.reduce((total, { compressed }) => total + compressed, largest);
  const bytes = files.reduce((total, file) => total + file.bytes, 0);
  printTable(
    'Files of the console, compressed by gzip',
    ['file', 'bytes', 'compressed', 'aim'],
    [
      ...files.map(({ name, ...sizes }) => [titleOf(name, words), sizes.bytes, sizes.compressed, '']),
      ['all, with the words of one language', bytes, sum, verdict(sum, aims.bytes)],
    ],
  );
}

/**
 * Returns the title of a file in the printed table: the name without its hash, or the language if the file has the words of one language.
 */
function titleOf(name: string, words: ConsoleManifest['words']): string {
  const [language] = Object.entries(words).find(([, file]) => file === name) ?? [];
  return language === undefined ? name.replace(/-\w+(?=\.\w+$)/, '') : `words in ${language}${extname(name)}`;
}

/** The script by which each page measures itself from its start. */
const notes = (selector: string) => `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    if (globalThis.shownAt === undefined && document.querySelector(${JSON.stringify(selector)}))
      globalThis.shownAt = performance.now();
  }).observe(document, { childList: true, subtree: true });
`;

interface Noted {
  readonly firstContent: number;
  readonly data: number;
  readonly longTasks: readonly number[];
}

/** Both times count from the end of the HTML. */
const readNotes = (page: Page) =>
  page.evaluate<Noted>(`(() => {
    const { responseEnd } = performance.getEntriesByType('navigation')[0];
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { firstContent: paint.startTime - responseEnd, data: shownAt - responseEnd, longTasks };
  })()`);

/** The screens: the name, the path, and a selector of the elements that show data of the service. */
const screens = [
  ['documents', '/app', '.table tbody a'],
  ['organization', '/app/organization', 'main li bdi, main td bdi'],
] as const;

async function printLoads(
  browser: Browser,
  credentials: Credentials,
  { warmUps, rounds }: Pick<Counts, 'warmUps' | 'rounds'>,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, path, selector] of screens) {
    const cold: Noted[] = [];
    const warm: Noted[] = [];
    for (let round = 0; round < warmUps + rounds; round++) {
      await using window = await openWindow(browser, credentials);
      await window.context.addInitScript(notes(selector));
      for (const noted of [cold, warm]) {
        await window.page.goto(path);
        await window.page.locator(selector).first().waitFor();
        await window.page.waitForLoadState('networkidle');
        if (round >= warmUps) noted.push(await readNotes(window.page));
      }
    }
    for (const [state, noted] of [
      ['no', cold],
      ['yes', warm],
    ] as const) {
      const firstContent = median(noted.map((one) => one.firstContent));
      const data = median(noted.map((one) => one.data));
      rows.push([
        name,
        state,
        firstContent.toFixed(0),
        verdict(firstContent, aims.firstContent),
        data.toFixed(0),
        ...tasksOf(noted),
      ]);
    }
  }
  printTable(
    `From the HTML to the first content, and to the data (median of ${rounds})`,
    ['screen', 'files cached', 'first content, ms', 'aim', 'data, ms', 'long tasks', 'longest, ms'],
    rows,
  );
}

/** Returns the number of long tasks in a typical round, and the longest of all rounds. */
const tasksOf = (rounds: readonly Pick<Noted, 'longTasks'>[]): string[] => [
  median(rounds.map(({ longTasks }) => longTasks.length)).toFixed(0),
  Math.max(0, ...rounds.flatMap(({ longTasks }) => longTasks)).toFixed(0),
];

const firstRow = (page: Page) => page.locator('.table tbody a').first();

/** Actions in the list. Each resolves when its effect is shown. */
const actions: readonly (readonly [name: string, run: (page: Page) => Promise<unknown>])[] = [
  [
    'search while typing, with 250 ms of waiting',
    async (page) => {
      const found = page.getByText(/found$/).waitFor({ state: 'attached' });
      await page.getByRole('searchbox').pressSequentially('agreement 77');
      await found;
    },
  ],
  [
    'next page of the list',
    async (page) => {
      const before = await firstRow(page).innerText();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.locator('.table tbody a').first().filter({ hasNotText: before }).waitFor();
    },
  ],
  [
    'open a document and come back',
    async (page) => {
      await firstRow(page).click();
      await page.getByRole('heading', { name: 'Versions' }).waitFor();
      await page.goBack();
      await firstRow(page).waitFor();
    },
  ],
];

async function printActions(browser: Browser, credentials: Credentials, rounds: number): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, run] of actions) {
    const noted: { readonly milliseconds: number; readonly longTasks: readonly number[] }[] = [];
    for (let round = 0; round < rounds; round++) {
      await using window = await openWindow(browser, credentials);
      const { page } = window;
      await window.context.addInitScript(notes('body'));
      await page.goto('/app');
      await firstRow(page).waitFor();
      await page.waitForLoadState('networkidle');
      await page.evaluate('longTasks.length = 0');
      const start = performance.now();
      await run(page);
      noted.push({
        milliseconds: performance.now() - start,
        longTasks: await page.evaluate<number[]>('longTasks'),
      });
    }
    rows.push([name, median(noted.map((one) => one.milliseconds)).toFixed(0), ...tasksOf(noted)]);
  }
  printTable(
    `Actions in the list (median of ${rounds})`,
    ['action', 'ms', 'long tasks', 'longest, ms'],
    rows,
  );
}

/** Prints the requests of a visit to the console: the list, one document, and the list again. Browsers keep the files for later visits. */
async function printRequests(browser: Browser, credentials: Credentials): Promise<void> {
  await using window = await openWindow(browser, credentials);
  const { page } = window;
  const counts = { pages: 0, API: 0, files: 0 };
  page.on('request', (request) => {
    const isOfApi = new URL(request.url()).pathname.startsWith('/v1/');
    counts[request.isNavigationRequest() ? 'pages' : isOfApi ? 'API' : 'files'] += 1;
  });
  await page.goto('/app');
  await firstRow(page).waitFor();
  await page.waitForLoadState('networkidle');
  await firstRow(page).click();
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await firstRow(page).waitFor();
  await page.waitForLoadState('networkidle');
  printTable(
    'Requests of a first visit: the list, a document, and the list again',
    ['to', 'requests'],
    Object.entries(counts),
  );
}

interface Window extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Opens a window with an empty cache, in which the owner is signed in. */
async function openWindow(browser: Browser, credentials: Credentials): Promise<Window> {
  const { base_url, session_cookies } = credentials as Credentials & {
    readonly session_cookies: Readonly<Record<string, string>>;
  };
  const context = await browser.newContext({ baseURL: base_url, locale: 'en-US' });
  const [name = '', value = ''] = session_cookies.owner?.split(/=(.*)/) ?? [];
  await context.addCookies([{ name, value, url: base_url, httpOnly: true, sameSite: 'Lax' }]);
  return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

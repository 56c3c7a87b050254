import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, inject } from 'vitest';
import * as z from 'zod/mini';

/** Where Chromium and Chrome are when nobody says otherwise. */
const wellKnownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser to test with: the one that CHROMIUM names, or one that is installed; undefined when there is none. */
const browserPath: string | undefined = process.env.CHROMIUM || wellKnownPaths.find(existsSync);

/** Why nothing is tested where there is none; empty where there is one. For `describe.skipIf`, and for its name. */
export const noBrowser: string =
  browserPath === undefined
    ? '(skipped: no Chromium is installed; install one, or name its file in CHROMIUM)'
    : '';

/** Nothing of the browser's own on the network: what is seen there is the pages'. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-gpu',
  '--metrics-recording-only',
  '--no-first-run',
];

/** A browser with the PDF viewer that people have. */
const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    // Without a UTF-8 locale Chromium cannot name a download in other scripts.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    ...(browserPath !== undefined && { executablePath: browserPath }),
    // Containers and root have no sandbox to offer, and the pages are our own.
    chromiumSandbox: false,
    args: quiet,
    // With this default of Playwright's the viewer is not there.
    ignoreDefaultArgs: ['--disable-component-extensions-with-background-pages'],
  });

/** The browser of a test file, from its first window on. */
let browser: Promise<Browser> | undefined;
afterAll(async () => (await browser)?.close());

const sessions = z.object({ session_cookies: z.record(z.string(), z.string()) });

export interface VisitOptions extends BrowserContextOptions {
  /** Whose session cookie the browser has. Default: nobody's */
  readonly as?: 'owner' | 'member';
  /** The page that is opened first. Default: none */
  readonly at?: string;
  /** Where the service is, and its sessions. Default: those of the service under test */
  readonly credentials?: { readonly base_url: string };
}

export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

/** How many pixels of the page are beside the window. Pages are written against no DOM library here, so this is an expression for the browser. */
export const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** A window of the browser, and what went wrong or was asked for in it. */
export interface Visit extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings in the console: violations of the content security policy are among them. */
  readonly complaints: readonly string[];
  /** Addresses of everything requested over HTTP. */
  readonly requests: readonly string[];
}

/** Opens a window with nothing in it but, if asked for, a session and a page. */
export async function visit({
  as,
  at,
  credentials = inject('credentials'),
  ...options
}: VisitOptions = {}): Promise<Visit> {
  const { base_url } = credentials;
  browser ??= launchBrowser();
  const context = await (await browser).newContext({ baseURL: base_url, ...options });
  if (as) {
    const { session_cookies } = z.parse(sessions, credentials);
    const [name = '', value = ''] = session_cookies[as]?.split(/=(.*)/) ?? [];
    await context.addCookies([{ name, value, url: base_url, httpOnly: true, sameSite: 'Lax' }]);
  }
  const complaints: string[] = [];
  const requests: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('request', (request) => {
    if (/^https?:/.test(request.url())) requests.push(request.url());
  });
  const page = await context.newPage();
  if (at !== undefined) await page.goto(at);
  return { context, page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** Proves to the local identity provider, on its page, that an address is one's own: by the code that it would mail. */
export async function signInByCode(page: Page, address: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Send a code' }).click();
  const code = await page.locator('blockquote code').textContent();
  await page.getByLabel('Code').fill(code ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

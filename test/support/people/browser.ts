import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import * as z from 'zod/mini';
import { Person } from '../person.ts';
import * as chromium from './chromium.ts';
import * as firefox from './firefox.ts';

const { launchBrowser, noBrowser } = process.env.BROWSER === 'firefox' ? firefox : chromium;

export { noBrowser };

/** Why tests cannot sign people in by a browser; empty if they can. On a deployed stage, they cannot choose a person at the provider. */
export const noSignIn =
  noBrowser || (process.env.CREDENTIALS ? 'skipped: not the local identity provider' : '');

/** The browser of a worker. The first window starts it, and Playwright closes it when the process ends. */
let browser: Promise<Browser> | undefined;

/** On a busy machine, pages may take this long. Playwright's default is 30 seconds. */
const patienceMilliseconds = 90_000;

const sessions = z.object({ session_cookies: z.record(z.string(), z.string()) });

export interface VisitOptions extends BrowserContextOptions {
  /** The person whose session cookie the browser has. Default: no session */
  readonly as?: 'owner' | 'member' | Person;
  /** The page that is opened first. Default: none */
  readonly at?: string;
  /** The address of the service, and its sessions. Default: those of the service under test */
  readonly credentials?: { readonly base_url: string };
  /** Whether Chromium shows PDFs. Its viewer needs more processor time than the page around it. Default: false */
  readonly showsPdfs?: boolean;
}

export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
} as const;

/**
 * Returns the number of pixels by which the page is wider than the window without its scroll bar. The expression is a text that the browser
 * evaluates, because the types of the DOM are not installed here.
 */
export const overflow = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** A window of the browser, with its complaints and requests. */
export interface Visit extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors and warnings in the console, including violations of the content security policy. */
  readonly complaints: readonly string[];
  /** The addresses of all requests over HTTP. */
  readonly requests: readonly string[];
}

/** Opens a window. It is empty unless a session or a page is requested. */
export async function visit({
  as,
  at,
  credentials = inject('credentials'),
  showsPdfs = false,
  ...options
}: VisitOptions = {}): Promise<Visit> {
  const { base_url } = credentials;
  browser ??= launchBrowser();
  const context = await (await browser).newContext({ baseURL: base_url, ...options });
  context.setDefaultTimeout(patienceMilliseconds);
  if (as) {
    const [name, value] = sessionCookie(as, credentials);
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
  if (!showsPdfs) await withoutPdfs(page);
  if (at !== undefined) await page.goto(at);
  return { context, page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/**
 * Answers requests of PDFs to show with no content. Unlike a route of Playwright, this pauses no other requests, and keeps the cache. Only
 * Chromium has this protocol.
 */
async function withoutPdfs(page: Page): Promise<void> {
  if (page.context().browser()?.browserType().name() !== 'chromium') return;
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId }) =>
    // A page that closes meanwhile needs no answer.
    session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }).catch(() => undefined),
  );
  // Pictures have such addresses too, and are shown.
  const urlPattern = '*response-content-disposition=inline*';
  await session.send('Fetch.enable', { patterns: [{ urlPattern, resourceType: 'Document' }] });
}

function sessionCookie(
  as: 'owner' | 'member' | Person,
  credentials: { readonly base_url: string },
): [name: string, value: string] {
  if (as instanceof Person) return ['session', as.cookie(credentials.base_url, 'session') ?? ''];
  const { session_cookies } = z.parse(sessions, credentials);
  const [name = '', value = ''] = session_cookies[as]?.split(/=(.*)/) ?? [];
  return [name, value];
}

/** Signs in to the local identity provider with the code that it would mail to an address. */
export async function signInByCode(page: Page, address: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Send a code' }).click();
  const code = await page.locator('blockquote code').textContent();
  await page.getByLabel('Code').fill(code ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Reloads the page of an element until the element is there, because lists may lag behind the table. The page gets more time after each
 * reload, because it is slow on a busy machine.
 */
export async function reloadUntilShown(element: Locator): Promise<void> {
  const isShownWithin = (timeout: number) =>
    element.waitFor({ timeout }).then(
      () => true,
      () => false,
    );
  for (let timeout = 2000; !(await isShownWithin(timeout)); timeout *= 2) await element.page().reload();
}

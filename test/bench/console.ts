import type { Page } from 'playwright-core';
import type { Credentials } from '../support/client.ts';
import { launchBrowser } from '../support/people/chromium.ts';
import { section } from './section.ts';
import { openService, useStores } from './service.ts';
import { printTable } from './table.ts';

interface Counts {
  readonly documents: number;
}

/** Counts the requests of a first visit to the console: the list, one document, and the list again. Browsers keep the files for later visits. */
export const consoleInBrowser = section<Counts>(
  { full: { documents: 1000 }, short: { documents: 120 } },
  async ({ documents }) => {
    await using service = await openService();
    await useStores(service);
    const { storeDocuments } = await import('../support/storedDocuments.ts');
    await storeDocuments(service.credentials.organization_id, documents);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ baseURL: service.credentials.base_url, locale: 'en-US' });
      await signIn(page, service.credentials);
      const counts = { pages: 0, API: 0, files: 0 };
      page.on('request', (request) => {
        const isOfApi = new URL(request.url()).pathname.startsWith('/v1/');
        counts[request.isNavigationRequest() ? 'pages' : isOfApi ? 'API' : 'files'] += 1;
      });
      await visit(page);
      printTable(
        'Requests of a first visit: the list, a document, and the list again',
        ['to', 'requests'],
        Object.entries(counts),
      );
    } finally {
      await browser.close();
    }
  },
);

async function visit(page: Page): Promise<void> {
  const firstRow = page.locator('.table tbody a').first();
  await page.goto('/app');
  await firstRow.waitFor();
  await page.waitForLoadState('networkidle');
  await firstRow.click();
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await firstRow.waitFor();
  await page.waitForLoadState('networkidle');
}

/** Signs the owner in. */
async function signIn(page: Page, credentials: Credentials): Promise<void> {
  const { base_url, session_cookies } = credentials as Credentials & {
    readonly session_cookies: Readonly<Record<string, string>>;
  };
  const [name = '', value = ''] = session_cookies.owner?.split(/=(.*)/) ?? [];
  await page.context().addCookies([{ name, value, url: base_url, httpOnly: true, sameSite: 'Lax' }]);
}

import { beforeEach, expect, test, vi } from 'vitest';
import { readFixture } from '../support/files/fixtures.ts';
import { noBrowser, visit } from '../support/people/browser.ts';
import { sharedStage } from '../support/stages/sharedStage.ts';

const creates = 2;
const stage = await sharedStage({ environment: { rateLimitCreates: String(creates) } });

/** Longer than the client would wait by itself. */
const waitSeconds = 4;
const minute = 60_000;
/** The clock of the service stands `waitSeconds` before this minute, until a test sets it. */
const nextMinute = Math.ceil(Date.now() / minute) * minute;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: nextMinute - waitSeconds * 1000 });
  return () => vi.useRealTimers();
});

test.skipIf(noBrowser)(
  `the console at the rate limit waits as long as the answer says, tells the person, and then goes on ${noBrowser}`,
  async () => {
    await using visiting = await visit({ as: 'owner', at: '/app', credentials: stage.credentials });
    const { page } = visiting;
    const refused = page.waitForResponse((response) => response.status() === 429);
    const files = Array.from({ length: creates + 1 }, () => ({
      name: `${crypto.randomUUID()}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(readFixture('plain.pdf')),
    }));
    await page.locator('input[type=file]').first().setInputFiles(files);

    expect((await refused).headers()['retry-after']).toBe(String(waitSeconds));
    const refusedAt = performance.now();
    await page.getByText(/^Too many requests for now\. Work goes on in [1-4] seconds?\.$/).waitFor();
    vi.setSystemTime(nextMinute);
    const arrived = page.getByRole('listitem').filter({ hasText: /Preparing|Ready/ });
    await arrived.nth(creates).waitFor();
    expect(performance.now() - refusedAt).toBeGreaterThan(waitSeconds * 1000 - 500);
    await page.getByText('Too many requests').waitFor({ state: 'detached' });
  },
);

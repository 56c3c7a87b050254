import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { noBrowser, phone, visit } from '../support/people/browser.ts';

const address = 'http://reader.test/d/doc_x';
const pages = 6;

/** The script of documents' pages, in one piece. */
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../../shared/viewer/main.ts', import.meta.url))],
  bundle: true,
  external: ['./drawn/drawn.ts'],
  format: 'esm',
  target: 'es2022',
  write: false,
});
const script = outputFiles[0]?.text ?? '';

/** Returns pairs of a page and its seconds. */
const secondsIn = (text: string | null): number[][] =>
  (text ?? '').split(',').map((part) => part.split(':').map(Number));

/** A page with elements of a given height, and the script, whose reports are kept. The clock moves only when a test says so. */
async function reading(options: Parameters<typeof visit>[0], height: number) {
  const visitor = await visit(options);
  const { page } = visitor;
  const reports: URLSearchParams[] = [];
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.route('http://reader.test/**', (route) => {
    const request = route.request();
    if (request.method() === 'GET')
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<style>body { margin: 0 } [data-page] { height: ${height}px; margin-bottom: 40px }</style>
<p id="times" data-times="/d/doc_x" data-view="act_x"></p>
${Array.from({ length: pages }, (_, index) => `<div data-page="${index + 1}"></div>`).join('')}
<script type="module">${script}</script>`,
      });
    const report = new URLSearchParams(request.postData() ?? '');
    reports.push(report);
    return route.fulfill({ json: { seconds: Object.fromEntries(secondsIn(report.get('seconds'))) } });
  });
  await page.goto(address);
  /** The browser tells the script only then which elements are near. */
  const settle = () =>
    page.evaluate(
      'new Promise((done) => new IntersectionObserver(() => done(0)).observe(document.querySelector("[data-page]")))',
    );
  await settle();

  return {
    page,
    reports,
    [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose](),
    async stay(number: number, seconds: number) {
      await page.evaluate(`document.querySelector('[data-page="${number}"]').scrollIntoView()`);
      await settle();
      await page.clock.runFor(seconds * 1000);
    },
    async leave(): Promise<void> {
      await hide(page, true);
      await page.clock.runFor(1000);
    },
    /** Returns all reported seconds by page. */
    sums(): Record<string, number> {
      const sums: Record<string, number> = {};
      for (const [page = 0, seconds = 0] of reports.flatMap((report) => secondsIn(report.get('seconds'))))
        sums[page] = (sums[page] ?? 0) + seconds;
      return sums;
    },
  };
}

/** Puts the tab behind another one, or in front. Headless browsers have all tabs in front. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);

/** A report comes some time after it is sent. */
const patience = { timeout: 30_000 };

const near = (seconds: Readonly<Record<number, number>>) =>
  Object.fromEntries(Object.entries(seconds).map(([page, one]) => [page, expect.closeTo(one, -0.3)]));

const desktop = { viewport: { width: 1000, height: 700 } };

describe.skipIf(noBrowser)(`the seconds that a page reports ${noBrowser}`, () => {
  /** `stays`: pages one after the other, each with seconds, as in a report */
  test.for<
    [string, options: typeof phone | typeof desktop, height: number, stays: string, Record<number, number>]
  >([
    ['pages one by one', desktop, 690, '1:10,2:5.4,1:7.3', { 1: 17.3, 2: 5.4 }],
    ['pages on a phone', phone, 720, '1:8,5:21,6:3', { 1: 8, 5: 21, 6: 3 }],
    ['nobody uses the tab for long', desktop, 690, '1:200', { 1: 60 }],
    ['two pages beside each other share the time', desktop, 320, '1:20', { 1: 10, 2: 10 }],
  ])('are right within a second: %s', async ([_, options, height, stays, expected]) => {
    await using reader = await reading(options, height);
    for (const [page = 0, seconds = 0] of secondsIn(stays)) await reader.stay(page, seconds);
    await reader.leave();
    await expect.poll(reader.sums, patience).toEqual(near(expected));
  });

  test('do not have the time behind another tab, or asleep', async () => {
    await using reader = await reading(desktop, 690);
    await reader.stay(1, 5);
    await hide(reader.page, true);
    await reader.page.clock.runFor(50_000);
    await hide(reader.page, false);
    await reader.stay(1, 5);
    await reader.page.clock.fastForward(8 * 60 * 60_000);
    await reader.stay(2, 5);
    await reader.leave();
    await expect.poll(reader.sums, patience).toEqual(near({ 1: 10, 2: 5 }));
  });

  test('come in whole numbers once a minute, and at leaving', async () => {
    await using reader = await reading(desktop, 690);
    for (let index = 0; index < 13; index++) await reader.stay(1 + (index % 2), 10);
    expect(reader.reports.map((report) => report.get('view'))).toEqual(['act_x', 'act_x']);
    await reader.leave();
    await expect
      .poll(() => reader.reports.map((report) => report.get('seconds')), patience)
      .toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^\d+:\d+(,\d+:\d+)*$/)));
  });
});

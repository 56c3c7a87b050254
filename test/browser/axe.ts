import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { overflow } from '../support/people/browser.ts';

/** The minified axe: each checked page has to load it. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns the violations that axe finds, as the rule and the elements of each. Frames, such as the browser's PDF viewer, are left out. */
export const axeViolations = (page: Page): Promise<unknown[]> => run(page, {});

/** Returns the violations in the dark color scheme. Only the colors differ there, so axe runs only the rules about colors. */
export async function darkViolations(page: Page): Promise<unknown[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const violations = await run(page, { runOnly: ['color-contrast', 'link-in-text-block'] });
  await page.emulateMedia({ colorScheme: null });
  return violations;
}

/** Expects no violations in both color schemes, and that the page is not wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
  expect(await darkViolations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
}

/** Resolves when nothing fades in or out any more: half-drawn texts have too little contrast. */
const untilStill = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished))`);

async function run(page: Page, given: RunOptions): Promise<unknown[]> {
  await untilStill(page);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  // Rules that pass are left out, because listing them takes most of the time for a long page.
  const options: RunOptions = { ...given, iframes: false, resultTypes: ['violations'] };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]))`,
  );
}

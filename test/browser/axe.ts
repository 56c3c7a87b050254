import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * The violations that axe finds, outside of frames of other origins such as the browser's PDF viewer. Rules that pass are left out, because
 * listing them takes most of the time for a long page.
 */
export async function axeViolations(page: Page) {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await builder.analyze()).violations;
}

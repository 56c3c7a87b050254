import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The violations that axe finds. Rules that pass are left out, because listing them takes most of the time for a long page. */
export async function axeViolations(page: Page) {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await builder.analyze()).violations;
}

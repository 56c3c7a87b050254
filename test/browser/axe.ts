import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds fault with. It lists nothing else: of a long page, what is right takes most of the time. */
export async function axeViolations(page: Page) {
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return (await builder.analyze()).violations;
}

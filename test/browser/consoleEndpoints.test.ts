import { describe, expect, test } from 'vitest';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { axeViolations } from './axe.ts';

describe.skipIf(noBrowser)(`the screen of the endpoints ${noBrowser}`, () => {
  test.for([
    ['a desktop', {}],
    ['a phone', phone],
    ['a dark desktop', { colorScheme: 'dark' }],
  ] as const)('has no violations, on %s', async ([, device]) => {
    await using visiting = await visit({ as: 'owner', at: '/app/endpoints', ...device });
    const { page, complaints } = visiting;
    await page.getByRole('button', { name: 'Register endpoint' }).first().click();
    await page.getByRole('radio', { name: 'Chosen events' }).check();

    expect(await axeViolations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});

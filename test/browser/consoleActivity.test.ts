import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { uniqueTitle } from '../support/documents.ts';
import { noBrowser, noSignIn, phone, reloadUntilShown, visit } from '../support/people/browser.ts';
import {
  postAs,
  untilListedAs,
  uploadAs,
  visitAsFounder,
  visitAsNewOwner,
} from '../support/people/founder.ts';
import { expectAccessible } from './axe.ts';

describe.skipIf(noBrowser)(`the screen of activity ${noBrowser}`, () => {
  test('is not for members', async () => {
    await using visiting = await visit({ as: 'member', at: '/app/activity' });
    const { page } = visiting;
    await page
      .getByRole('alert')
      .getByText(/^Request /)
      .first()
      .waitFor();
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
  });
});

describe.skipIf(noSignIn)(`the activity of an organization in the console ${noSignIn}`, () => {
  test.for([
    ['a desktop', {}],
    ['a phone', phone],
  ] as const)('names what was done and the document, without violations, on %s', async ([, device]) => {
    const title = uniqueTitle('Recorded');
    await using owner = await visitAsNewOwner('/app/activity', device);
    const { page, complaints } = owner;
    await uploadAs(owner, title);
    const entry = page.getByRole('listitem').filter({ hasText: title }).first();
    await reloadUntilShown(entry);
    await page.waitForLoadState('networkidle');

    await expectAccessible(page);
    await entry.getByRole('link').click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('is filtered by person and day, read on, and downloaded', async () => {
    await using founder = await visitAsFounder('/app/activity');
    const { page, complaints } = founder;
    for (let made = 1; made <= 35; made++) await postAs(founder, '/v1/policies', { name: `Label ${made}` });
    const policies = page.getByText('created a policy');
    // One more entry says that the organization was founded.
    await untilListedAs(founder, '/v1/organization/activity?limit=100', 36);
    await page.reload();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await page.getByText('founded the organization').waitFor();
    expect(await policies.count()).toBe(35);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv.match(/,policy\.created,/g)).toHaveLength(35);

    await page.getByLabel('Up to').fill('2026-01-01');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByLabel('Up to').fill('');
    const by = page.getByLabel('Who');
    await by.selectOption({ index: 1 });
    await policies.first().waitFor();
    expect(complaints).toEqual([]);
  });
});

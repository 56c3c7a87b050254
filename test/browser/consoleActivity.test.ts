import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { uniqueTitle } from '../support/documents.ts';
import { sameOrigin } from '../support/organizations.ts';
import { noSignIn, phone, reloadUntilShown } from '../support/people/browser.ts';
import {
  postAs,
  untilListedAs,
  uploadAs,
  visitAsFounder,
  visitAsNewOwner,
} from '../support/people/founder.ts';
import { expectAccessible } from './axe.ts';

describe.skipIf(noSignIn)(`the activity of an organization in the console ${noSignIn}`, () => {
  test('names what was done and the document, without violations, on a phone', async () => {
    const title = uniqueTitle('Recorded');
    await using owner = await visitAsNewOwner('/app/activity', phone);
    const { page, complaints } = owner;
    await uploadAs(owner, title);
    const entry = page.getByRole('listitem').filter({ hasText: 'created the document' });
    await reloadUntilShown(entry);
    const folded = page.getByRole('listitem').filter({ hasText: 'The service did 2 things' });
    await reloadUntilShown(folded.getByRole('group'));
    await folded.getByText('The service did 2 things').click();
    await folded.getByText('made the document ready').waitFor();
    await page.waitForLoadState('networkidle');

    await expectAccessible(page);
    const link = entry.getByRole('link', { name: title });
    // The list from which titles are read may lag behind.
    await reloadUntilShown(link);
    await link.click();
    await page.getByRole('heading', { name: title }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('says what changed, is filtered by person, kind and day, read on, and downloaded', async () => {
    await using founder = await visitAsFounder('/app/activity');
    const { page, complaints } = founder;
    for (let made = 1; made <= 35; made++) await postAs(founder, '/v1/policies', { name: `Label ${made}` });
    const entries = page.getByRole('listitem');
    const policies = entries.getByText('created a policy');
    const renamed = { data: { name: 'Dunkler Wald' }, headers: sameOrigin };
    await page.request.patch('/v1/organization', renamed);
    // Two more entries say that the organization was founded and renamed.
    await untilListedAs(founder, '/v1/organization/activity?limit=100', 37);
    await page.reload();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await entries.getByText('founded the organization').waitFor();
    await entries.getByText('renamed from “Grüner Wald” to “Dunkler Wald”').waitFor();
    expect(await policies.count()).toBe(35);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv.match(/,policy\.created,/g)).toHaveLength(35);

    await page.getByLabel('Up to').fill('2026-01-01');
    await page.getByText('Nothing matches.').waitFor();
    await page.getByLabel('Up to').fill('');
    await page.getByLabel('Who').selectOption({ index: 1 });
    await policies.first().waitFor();
    await page.getByLabel('What').selectOption({ label: 'changed the organization' });
    await entries.getByText('Dunkler Wald').first().waitFor();
    expect(await policies.count()).toBe(0);
    expect(complaints).toEqual([]);
  });
});

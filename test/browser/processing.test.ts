import { describe, expect, test } from 'vitest';
import { noBrowser, visit } from '../support/people/browser.ts';
import { sharedStage } from '../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

/** Nothing is processed before the test does it. */
const stage = await sharedStage();

async function process(): Promise<void> {
  const Records = (await stage.takeMessages('processing')).map((body, index) => ({
    messageId: String(index),
    body,
  }));
  await stage.invoke('processVersion', { Records });
}

describe.skipIf(noBrowser)(`a page of a document that is being processed ${noBrowser}`, () => {
  test('reloads itself until the document can be read, and then stops', async () => {
    const form = uploadForm({ title: 'Minutes', access_level: 'organization' }, await makePdf());
    const { id } = (await stage.call.createDocument({ form })).body;
    await using visitor = await visit({ as: 'member', credentials: stage.credentials });
    const { page } = visitor;
    let loads = 0;
    page.on('load', () => loads++);

    await page.goto('/docs');
    const response = await page.goto(`/d/${id}#page=1&search=minutes`);
    expect(response?.headers().refresh).toMatch(/^2; url=/);
    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Being processed');
    expect(await page.locator('iframe').count()).toBe(0);

    await process();
    await page.getByRole('link', { name: /^Download PDF/ }).waitFor();
    await page.waitForLoadState();
    // The place that the link names is still there, and *Back* leads to where the reader came from.
    expect(page.url()).toMatch(/#page=1&search=minutes$/);
    const loaded = loads;
    await page.waitForTimeout(3000);
    expect(loads, 'a reader is not disturbed').toBe(loaded);
    expect(visitor.complaints).toEqual([]);
    await page.goBack();
    expect(page.url()).toMatch(/\/docs$/);
  });
});

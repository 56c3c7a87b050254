import { expect, test } from 'vitest';
import type { RoomItem } from '../../shared/contract/resources/room.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { noBrowser, visit } from '../support/people/browser.ts';
import { addPolicy } from '../support/policies.ts';
import { expectAccessible } from './axe.ts';

/** A room that members may download from, whose gate asks to accept a text. */
async function gatedRoom() {
  const { body: room } = await call.createRoom({
    json: { name: 'Sale of the north plant', description: 'For the bidders of the second round.' },
  });
  const path = { room_id: room.id };
  const add = async (json: object) => (await call.createRoomItems({ path, json })).body as RoomItem;
  const contracts = await add({ kind: 'folder', name: 'Contracts' });
  await add({ kind: 'folder', name: 'Permits' });
  for (const title of ['Lease', 'Supply of steel']) {
    const { document_id } = await readyDocument({ fields: { access_level: 'private', title } });
    await add({ kind: 'document', document_id, parent_id: contracts.id });
  }
  await call.createRoomAccess({ path, json: { organization: true, level: 'download' } });
  const policy = await addPolicy(uniqueTitle('NDA'), {}, { acknowledgement: 'I keep it to myself.' });
  await call.attachRoomPolicy({ path, json: { policy_id: policy.id } });
  return `/r/${room.id}`;
}

test.skipIf(noBrowser)(
  `a reader of a document learns that its room was closed ${noBrowser}`,
  { timeout: 60_000 },
  async () => {
    const at = await gatedRoom();
    await using visitor = await visit({ at, as: 'member' });
    const { page } = visitor;
    await page.getByRole('button', { name: 'Accept and enter' }).click();
    await page.getByRole('link', { name: '1.1 Lease' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lease' }).waitFor();

    await call.updateRoom({ path: { room_id: at.slice('/r/'.length) }, json: { state: 'closed' } });
    // The reader comes back to the tab.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");

    await page.getByRole('heading', { level: 1, name: 'This room is closed' }).waitFor();
  },
);

test.skipIf(noBrowser)(
  `a reader of a room accepts its text, finds a document, goes on to the next one, and back ${noBrowser}`,
  {
    timeout: 60_000,
  },
  async () => {
    const at = await gatedRoom();
    await using visitor = await visit({ at, as: 'member', showsPdfs: true });
    const { page } = visitor;

    await expectAccessible(page);
    await page.getByRole('button', { name: 'Accept and enter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sale of the north plant' }).waitFor();
    await expectAccessible(page);
    // Folders open and close by the keyboard.
    const lease = page.getByRole('link', { name: '1.1 Lease' });
    await page.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await lease.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.getByLabel('Search titles').fill('lease');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '1 title has “lease”' }).waitFor();
    await expectAccessible(page);
    await lease.click();
    await page.getByRole('heading', { level: 1, name: 'Lease' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Next: Supply of steel' }).click();
    await page.getByRole('heading', { level: 1, name: 'Supply of steel' }).waitFor();
    await page.getByRole('link', { name: 'Contracts' }).click();
    await page.getByRole('link', { name: '1.2 Supply of steel' }).waitFor();
    await expectAccessible(page);
  },
);

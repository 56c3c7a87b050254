import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { uniqueTitle } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { readFixture } from '../support/files/fixtures.ts';
import { largePdf } from '../support/files/largePdf.ts';
import { directoryOfTest } from '../support/ownDirectory.ts';
import { noBrowser, type Visit, visit } from '../support/people/browser.ts';
import { connection } from './connection.ts';

// A proxy cannot interrupt the encrypted connection to a deployed stage.
const skipped = noBrowser || (process.env.CREDENTIALS ? '(skipped: not the local service)' : '');

/** Files of more than 4.65 MB go to the bucket by a presigned URL. */
const megabyte = 1_000_000;

/** Writes a file to choose, since Playwright takes no buffers of more than 50 MB. */
async function storedPdf(title: string, bytes: number): Promise<string> {
  const path = join(directoryOfTest(), `${title}.pdf`);
  await writeFile(path, await largePdf(bytes));
  return path;
}

/** What a row says when the service has the file. */
const has = /^(Preparing|Ready)$/;

const choose = ({ page }: Visit, files: string[]) =>
  page.locator('input[type=file]').first().setInputFiles(files);
const rowOf = ({ page }: Visit, title: string) =>
  page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: title });

describe.skipIf(skipped)(`large files in the console ${skipped}`, () => {
  test('of 100 MB are sent again from the beginning when the network was cut and is back', async () => {
    await using network = await connection();
    const title = uniqueTitle('Interrupted');
    const file = await storedPdf(title, 100 * megabyte);
    await using visiting = await visit({ as: 'owner', at: '/app', proxy: network.proxy });
    const { context } = visiting;
    const row = rowOf(visiting, title);
    network.hold();
    await choose(visiting, [file]);
    await row.getByText(/^[1-9]\d?%$/).waitFor();

    await context.setOffline(true);
    network.cut();
    await row.getByText('No answer came. Check your connection and try again.').waitFor();
    network.mend();
    network.release();
    await context.setOffline(false);
    await row.getByText(has).waitFor();

    const puts = network.changes.filter(({ method }) => method === 'PUT');
    expect(puts.length).toBeGreaterThan(1);
    expect(new Set(puts.map(({ path }) => path)).size, 'one upload').toBe(1);
  });

  test('are canceled and sent again under their key, while other files fail or arrive', async () => {
    await using network = await connection();
    const [large, small, broken] = [uniqueTitle('Large'), uniqueTitle('Small'), uniqueTitle('Broken')];
    const folder = directoryOfTest();
    const files = [`${broken}.pdf`, `${small}.pdf`].map((name) => join(folder, name));
    await writeFile(files[0] ?? '', 'This is a text.');
    await writeFile(files[1] ?? '', readFixture('plain.pdf'));
    await using visiting = await visit({ as: 'owner', at: '/app', proxy: network.proxy });
    const { page } = visiting;
    network.hold();
    await choose(visiting, [await storedPdf(large, 6 * megabyte), ...files]);

    await rowOf(visiting, small).getByText(has).waitFor();
    await rowOf(visiting, broken).getByText('The file is not a PDF.').waitFor();
    await eventually(
      async () => network.changes.filter(({ method }) => method === 'PUT').length,
      (count) => count === 1,
    );
    // A browser asks before it closes a page only if the person has used the page. So the test clicks on something first.
    await page.getByRole('heading', { name: 'Documents' }).click();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();

    await rowOf(visiting, large).getByRole('button', { name: 'Cancel' }).click();
    await rowOf(visiting, large).getByText('Canceled').waitFor();
    network.release();
    await rowOf(visiting, large).getByRole('button', { name: 'Try again' }).click();
    await rowOf(visiting, large).getByText(has).waitFor();
    const asks = network.changes.filter(({ path }) => path === '/v1/uploads');
    expect(asks).toHaveLength(2);
    expect(asks[0]?.key).toEqual(asks[1]?.key);
  });
});

import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFRef, PDFString } from 'pdf-lib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { call, readyDocument } from '../support/documents.ts';
import { noBrowser, overflow, phone, visit } from '../support/people/browser.ts';
import { addPolicy, attach } from '../support/policies.ts';
import { axeViolations } from './axe.ts';

const { base_url } = inject('credentials');
const count = 12;

/**
 * A file with what the viewer reads: contents, links within the file and to addresses of several schemes, and scripts that must never run:
 * in its actions, in its names and in a font's matrix.
 *
 * @param between bytes between the pages of the file, which are in no page
 */
async function makeBook(between = 0): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const pages = Array.from({ length: count }, (_, index) => {
    const page = pdf.addPage(index % 4 === 3 ? [842, 595] : [595, 842]);
    page.drawText(`Chapter ${index + 1} of the résumé`, { x: 60, y: page.getHeight() - 80 });
    page.drawText('A needle.', { x: 60, y: 60 });
    if (between > 0) context.register(context.stream(crypto.getRandomValues(new Uint8Array(between))));
    return page;
  });
  const script = { S: 'JavaScript', JS: PDFString.of('app.alert("owned"); document.title = "owned"') };
  const link = (x: number, more: Record<string, unknown>): PDFRef =>
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [x, 300, x + 60, 340],
        ...(more as object),
      } as never),
    );
  const uri = (address: string) => ({ A: { S: 'URI', URI: PDFString.of(address) } });
  const [first, , , , fifth] = pages;
  if (!first || !fifth) throw new Error('the file has no pages');
  first.node.set(
    PDFName.of('Annots'),
    context.obj([
      link(60, { Dest: [fifth.ref, 'XYZ', null, 842, null] }),
      link(140, uri('https://example.com/terms?x=1')),
      link(220, uri('mailto:legal@example.com')),
      link(300, uri('http://example.com/')),
      link(380, uri('javascript:alert(1)')),
      link(460, { A: script }),
      ...[{ S: 'Named', N: 'GoBack' }, { S: 'ResetForm' }, uri('file:///annex.pdf').A].map((A) =>
        link(140, { A }),
      ),
      link(220, { A: { S: 'Named', N: 'LastPage' } }),
    ]),
  );
  const outlines = context.nextRef();
  const entries = {
    'Fifth chapter': { Dest: [fifth.ref, 'Fit'] },
    Website: uri('https://example.com/book'),
    End: { A: { S: 'Named', N: 'LastPage' } },
    Script: { A: script },
  };
  const refs = Object.keys(entries).map(() => context.nextRef());
  for (const [index, [title, more]] of Object.entries(entries).entries()) {
    const [ref, next] = refs.slice(index);
    const Title = PDFHexString.fromText(title);
    if (ref)
      context.assign(
        ref,
        context.obj({ Title, Parent: outlines, ...(next && { Next: next }), ...more } as never),
      );
  }
  context.assign(
    outlines,
    context.obj({ Type: 'Outlines', First: refs[0], Last: refs.at(-1), Count: refs.length } as never),
  );
  pdf.catalog.set(PDFName.of('Outlines'), outlines);
  pdf.catalog.set(PDFName.of('OpenAction'), context.obj(script as never));
  pdf.addJavaScript('start', 'app.alert("owned")');
  const bytes = await pdf.save({ useObjectStreams: false });
  const font = (await PDFDocument.load(bytes)).context
    .enumerateIndirectObjects()
    .find(([, object]) => object instanceof PDFDict && object.get(PDFName.of('BaseFont')));
  if (!font) throw new Error('the file has no font');
  const again = await PDFDocument.load(bytes);
  const matrix = PDFArray.withContext(again.context);
  for (const part of ['1', '0', '0', '1', '0', '0);alert("owned")//'])
    matrix.push(PDFHexString.fromText(part));
  (again.context.lookup(font[0]) as PDFDict).set(PDFName.of('FontMatrix'), matrix);
  return Uint8Array.from(await again.save({ useObjectStreams: false }));
}

const place = (page: Page) => page.locator('[data-do=page]');
const drawn = (page: Page, number: number) => page.locator(`#page-${number} .textLayer .endOfContent`);

describe.skipIf(noBrowser)(`the viewer of a file ${noBrowser}`, () => {
  let path: string;
  let book: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    book = await makeBook();
    const fields = { title: 'A book with a rather long title for phones', access_level: 'public' };
    const { document_id } = await readyDocument({ fields, payload: book });
    path = `/d/${document_id}`;
  });

  test('says which page of how many is shown, jumps, keeps the page, and refuses pages that do not exist', async () => {
    await using visitor = await visit({ at: path });
    const { page } = visitor;
    await drawn(page, 1).waitFor({ state: 'attached' });
    expect(await page.locator('.place').innerText()).toContain(`of ${count}`);

    await place(page).fill('9');
    await place(page).press('Enter');
    await drawn(page, 9).waitFor({ state: 'attached' });
    await place(page).blur();
    expect(await place(page).inputValue()).toBe('9');
    // A reload comes to the same page again.
    await expect.poll(() => page.evaluate('history.state?.page')).toBe(9);
    await page.reload();
    await drawn(page, 9).waitFor({ state: 'attached' });
    await expect.poll(() => place(page).inputValue()).toBe('9');
    for (const wrong of ['0', '13', 'x', '1.5']) {
      await place(page).fill(wrong);
      await place(page).press('Enter');
      expect(await page.locator('.said').innerText(), wrong).toBe('Enter a page from 1 to 12.');
    }
    await page.evaluate('scrollTo(0, 0)');
    await place(page).blur();
    await expect.poll(() => place(page).inputValue()).toBe('1');
    await page.goto(`${path}#page-11`);
    await page.reload();
    await drawn(page, 11).waitFor({ state: 'attached' });
    expect(visitor.complaints).toEqual([]);
  });

  test('zooms and fits, and keeps the page', async () => {
    await using visitor = await visit({ at: `${path}#page-6`, viewport: { width: 1280, height: 800 } });
    const { page } = visitor;
    await drawn(page, 6).waitFor({ state: 'attached' });
    const width = () => page.locator('#page-6').evaluate((sheet) => Math.round(sheet.clientWidth));
    const before = await width();

    // In Firefox, Playwright scrolls to where a sticky element would be otherwise, before it clicks there.
    for (let step = 0; step < 2; step++)
      await page.getByRole('button', { name: 'Larger' }).dispatchEvent('click');
    expect(await page.locator('.said').innerText()).toBe('150%');
    expect((await width()) / before).toBeCloseTo(1.5, 1);
    await expect.poll(() => place(page).inputValue()).toBe('6');
    expect(await overflow(page)).toBe(0);
    const sharpness = () =>
      page
        .locator('#page-6')
        .evaluate((sheet) => (sheet.querySelector('canvas')?.width ?? 0) / sheet.clientWidth);
    await expect.poll(sharpness).toBeCloseTo(1, 1);
    // A phone that is turned, or a window of another width, keeps the page too.
    await page.setViewportSize({ width: 700, height: 800 });
    await expect.poll(() => place(page).inputValue()).toBe('6');
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => place(page).inputValue()).toBe('6');
    await page.getByRole('button', { name: 'Show whole pages' }).dispatchEvent('click');
    const { height = 0 } = (await page.locator('#page-6').boundingBox()) ?? {};
    expect(height).toBeLessThan(800);
    expect(height).toBeGreaterThan(600);
    // Single keys work while the focus is in the document.
    await page.locator('#page-6').click({ position: { x: 20, y: 200 } });
    await page.keyboard.press('n');
    await expect.poll(() => place(page).inputValue()).toBe('7');
    await page.keyboard.press('k');
    await expect.poll(() => place(page).inputValue()).toBe('6');
    await drawn(page, 6).waitFor({ state: 'attached' });
    // The page with the focus is soon so far away that its text goes.
    for (const next of ['7', '8', '9', '10', '11']) {
      await page.keyboard.press('n');
      await expect.poll(() => place(page).inputValue()).toBe(next);
      await drawn(page, Number(next)).waitFor({ state: 'attached' });
    }
    // Of pages that are short for the window, several begin near its top.
    await page.setViewportSize({ width: 320, height: 900 });
    await place(page).fill('8');
    await place(page).press('Enter');
    await place(page).blur();
    expect(await place(page).inputValue()).toBe('8');
    // A click may scroll.
    await page.locator('#page-8').click({ position: { x: 20, y: 20 } });
    const clicked = Number(await place(page).inputValue());
    await page.keyboard.press('p');
    await expect.poll(() => place(page).inputValue()).toBe(String(clicked - 1));
    expect(await axeViolations(page)).toEqual([]);
  });

  test.skipIf(process.env.BROWSER === 'firefox')('arranges many pages all at once', async () => {
    const pdf = await PDFDocument.create();
    for (let number = 1; number <= 300; number++) pdf.addPage();
    const payload = Uint8Array.from(await pdf.save());
    const { document_id } = await readyDocument({ fields: { access_level: 'public' }, payload });
    await using visitor = await visit();
    const { page } = visitor;
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const layouts = async () =>
      (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'LayoutCount')
        ?.value;

    await page.goto(`/d/${document_id}`);
    await drawn(page, 1).waitFor({ state: 'attached' });
    expect(await layouts()).toBeLessThan(200);
  });

  test('finds words in all pages, also without their accents, and marks them', async () => {
    await using visitor = await visit({ at: path });
    const { page } = visitor;
    await drawn(page, 1).waitFor({ state: 'attached' });
    await page.keyboard.press('Control+f');
    const field = page.getByRole('searchbox');
    await field.fill('resume');

    const hits = page.locator('[data-do=hits]');
    // The number grows while the pages are read.
    await expect.poll(() => hits.innerText(), { timeout: 60_000 }).toBe(`1 of ${count}`);
    await page.keyboard.press('Enter');
    await expect.poll(() => hits.innerText()).toBe(`2 of ${count}`);
    await page.locator('#page-2 .highlight.selected').waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => hits.innerText()).toBe(`${count} of ${count}`);
    await page.locator(`#page-${count} .highlight.selected`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await field.fill('haystack');
    await expect.poll(() => hits.innerText()).toBe('Not found');
    await page.keyboard.press('Escape');
    expect(await page.locator('.highlight').count()).toBe(0);
    expect(
      await page
        .getByRole('button', { name: 'Find words' })
        .evaluate((one) => one.ownerDocument.activeElement === one),
    ).toBe(true);
    expect(visitor.complaints).toEqual([]);
  });

  test('has the contents of the file, follows safe links only, and runs no script of the file', async () => {
    await using visitor = await visit({ at: path });
    const { page } = visitor;
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      return dialog.dismiss();
    });
    await page.locator('#page-1 .linkAnnotation a').first().waitFor();
    const links = await page
      .locator('#page-1 .linkAnnotation a[target=_blank]')
      .evaluateAll((all) =>
        all.map((one) => [one.getAttribute('href'), one.getAttribute('title'), one.getAttribute('rel')]),
      );
    expect(links).toEqual(
      ['https://example.com/terms?x=1', 'mailto:legal@example.com', 'http://example.com/'].map((address) => [
        address,
        address,
        'noopener noreferrer nofollow',
      ]),
    );
    // The two within the document, and nothing for scripts, files, forms and the way back.
    await expect.poll(() => page.locator('#page-1 .linkAnnotation a').count()).toBe(5);
    const within = page.getByRole('link', { name: 'Link within the document' });
    await within.last().click();
    await expect.poll(() => place(page).inputValue()).toBe(String(count));
    await page.evaluate('scrollTo(0, 0)');
    await within.first().click();
    await expect.poll(() => place(page).inputValue()).toBe('5');
    expect(page.url()).toBe(`${base_url}${path}`);
    await page.evaluate('scrollTo(0, 0)');

    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('button', { name: 'Fifth chapter' }).click();
    await expect.poll(() => place(page).inputValue()).toBe('5');
    await drawn(page, 5).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Contents' }).click();
    const website = page.getByRole('link', { name: 'Website' });
    expect(await website.getAttribute('href')).toBe('https://example.com/book');
    expect(await page.getByRole('button', { name: 'Script' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'End' }).click();
    await expect.poll(() => place(page).inputValue()).toBe(String(count));
    expect(dialogs).toEqual([]);
    expect(await page.title()).not.toBe('owned');
    expect(visitor.complaints).toEqual([]);
  });

  test('asks for a new URL when the present one has ended, within the same view, and waits for the network', async () => {
    const { document_id } = await readyDocument({
      fields: { access_level: 'public' },
      // Later pages lie in parts of the file that are loaded later.
      payload: await makeBook(60_000),
    });
    await using visitor = await visit({ as: 'member' });
    const { page } = visitor;
    let ended = '';
    // Then the network fails, more often than the first part is tried.
    let failures = 0;
    await page.route(/X-Amz-Signature|file=inline/, (route) => {
      if (route.request().url() === ended) return route.fulfill({ status: 403 });
      return ended !== '' && failures++ < 10 ? route.abort() : route.continue();
    });
    page.on('request', (request) => {
      if (ended === '' && request.url().includes('X-Amz-Signature'))
        void request.response().then(() => {
          ended = request.url();
        });
    });
    await page.goto(`/d/${document_id}`);
    await drawn(page, 1).waitFor({ state: 'attached' });
    await place(page).fill('12');
    await place(page).press('Enter');
    await drawn(page, 12).waitFor({ state: 'attached' });

    const { body } = await call.listDocumentActivity({ path: { document_id } });
    expect(failures).toBeGreaterThan(10);
    expect(body.items.filter(({ type }) => type === 'viewed')).toHaveLength(1);
  });

  test('leaves a damaged file to the browser if it has more pages than can be drawn', async () => {
    const pdf = await PDFDocument.create();
    for (let number = 1; number <= 5; number++) pdf.addPage();
    const text = Buffer.from(await pdf.save({ useObjectStreams: false })).toString('latin1');
    const third = pdf.getPage(2).ref.toString();
    const payload = Uint8Array.from(Buffer.from(text.replace(third, '99 0 R'), 'latin1'));
    const { document_id } = await readyDocument({ fields: { access_level: 'public' }, payload });
    await using visitor = await visit({ at: `/d/${document_id}` });
    const { page } = visitor;

    expect(await page.locator('.size').innerText()).toContain('4 pages');
    await page.locator('.viewer iframe').waitFor({ state: 'attached' });
    expect(await page.locator('.tools').count()).toBe(0);
  });

  test('falls back to the page without script if the file cannot be drawn', async () => {
    await using visitor = await visit({ ...phone });
    const { page } = visitor;
    await page.route('**/viewer/*/worker.js', (route) => route.fulfill({ status: 503 }));
    await page.goto(path);

    await page.getByRole('link', { name: 'Open PDF' }).waitFor();
    expect(await page.locator('.tools, .fold').count()).toBe(0);
  });
});

describe.skipIf(noBrowser)(`on a phone, a document ${noBrowser}`, () => {
  const top = (page: Page) =>
    page
      .locator('[data-page]')
      .first()
      .evaluate((sheet) => sheet.getBoundingClientRect().top);
  /** The policy ends at noon in UTC, which is the evening in Tokyo. */
  const expires_at = `${new Date().getUTCFullYear() + 1}-01-05T12:00:00Z`;

  test('begins in the first third of the screen, and unfolds the rest', async () => {
    const { document_id } = await readyDocument({
      fields: {
        title: 'A master agreement with a title that is much longer than a phone is wide',
        description: 'Terms.\n\nReplaces those of 2024.',
        access_level: 'organization',
      },
      payload: await makeBook(),
    });
    await attach(document_id, (await addPolicy(undefined, {}, { expires_at })).id);
    await using visitor = await visit({
      ...phone,
      viewport: { width: 390, height: 844 },
      as: 'member',
      locale: 'en-GB',
      timezoneId: 'Asia/Tokyo',
    });
    const { page } = visitor;
    await page.goto(`/d/${document_id}`);
    await page.locator('[data-page]').first().waitFor();

    expect(await top(page)).toBeLessThan(844 / 3);
    expect(await overflow(page)).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    expect(await page.getByText('Replaces those of 2024').isVisible()).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('.fold summary').click();
    expect(await page.getByText('Replaces those of 2024').isVisible()).toBe(true);
    expect(await page.getByText('The service counts how long').isVisible()).toBe(true);
    expect(await page.locator('time.yours').innerText()).toMatch(/^5 January \d{4} at 21:00 .+/);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => overflow(page)).toBe(0);
    expect(visitor.complaints).toEqual([]);
  });
});

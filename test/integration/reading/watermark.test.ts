import { PDFDocument } from 'pdf-lib';
import { getDocument } from 'unpdf/pdfjs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updatePerson } from '../../../shared/acts/updatePerson.ts';
import { copiesMax } from '../../../shared/contract/limits.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { readFixture } from '../../support/files/fixtures.ts';
import { makePdf } from '../../support/uploads.ts';
import { type Governed, governedStage, outcomes } from './governed.ts';

const { get, governed, prepare, readings, seen, stage } = await governedStage();

/** The types of the entries about readings, newest first. */
const readingsOf = async ({ id }: Governed) => (await readings(id)).map(({ type }) => type);

const frameIn = (text: string) => /<iframe src="([^"#]+)/.exec(text)?.[1]?.replaceAll('&amp;', '&');
const copyAt = (url: string | null | undefined) => /\/stamped\/\w+\/([\w-]+)\.pdf\?/.exec(url ?? '')?.[1];

/** The text of each page, as pdf.js extracts it. */
async function textOf(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    const document = await task.promise;
    const pages = Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join('');
    });
    return await Promise.all(pages);
  } finally {
    await task.destroy();
  }
}

// Threat: A reader gets a file without the watermark, or with the watermark of another reader
test.for(Object.entries(outcomes))(
  'readers of %s get a stamped copy or a reason, and never the file',
  async ([file, expected]) => {
    seen.length = 0;
    const pdf = Uint8Array.from(readFixture(file));
    const document = await governed(pdf, { watermark: true });
    const paths = [document.at, `${document.at}/versions/${document.version_id}`];
    const files = paths.flatMap((at) => [`${at}?file=inline`, `${at}?file=attachment`]);
    for (const path of [...paths, ...files]) expect([200, 403]).toContain((await get(path, 'member')).status);
    await prepare();
    await get(document.at, 'member'); // requests pictures if the file cannot be stamped
    await prepare();

    const { status, text } = await get(document.at, 'member');
    expect(status).toBe(200);
    const answers = await Promise.all(files.map((path) => get(path, 'member')));
    if (typeof expected === 'number') {
      const urls = [frameIn(text), ...answers.map(({ headers }) => headers.get('location'))];
      const [copy] = urls.map(copyAt);
      expect(copy).toBeDefined();
      expect(new Set(urls.map(copyAt))).toEqual(new Set([copy]));
      const pages = await textOf((await get(urls[0] ?? '')).body);
      expect(pages).toHaveLength(expected);
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`Page ${index + 1}`);
        expect(page).toMatch(
          new RegExp(
            `Mia Member · mia@acme\\.example.*\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC.*${document.id}`,
            's',
          ),
        );
      }
    } else {
      expect([frameIn(text), text]).toEqual([undefined, expect.stringMatching(expected)]);
      for (const answer of answers)
        expect([[200, 403].includes(answer.status), answer.headers.get('location')]).toEqual([true, null]);
    }
    expect(seen.filter((body) => body.includes(Buffer.from(pdf)))).toEqual([]);
  },
);

describe("a reader's copy", () => {
  test('is shown as in preparation first, and requested once', async () => {
    const document = await governed(await makePdf(), { watermark: true });
    const download = `${document.at}?file=attachment`;

    const page = await get(document.at, 'member');
    expect(page.text).toContain('Being prepared');
    expect(page.headers.get('refresh')).toMatch(/^2; url=.*\?view=act_/);
    const waiting = await get(download, 'member');
    expect([waiting.status, waiting.headers.get('refresh')]).toEqual([200, '2']);
    expect(waiting.text).toContain('Your copy is being prepared');
    expect(await readingsOf(document)).toEqual(['viewed']);
    expect(await prepare()).toBe(1);

    const first = copyAt((await get(download, 'member')).headers.get('location'));
    expect(first).toBeDefined();
    expect(await readingsOf(document)).toEqual(['downloaded', 'viewed']);
    expect(copyAt((await get(download, 'member')).headers.get('location'))).toBe(first);
    expect(await prepare()).toBe(0);
    await setAll('COPY#', 'expires_at_seconds', 0);
    expect((await get(download, 'member')).status).toBe(200);
    expect(await prepare()).toBe(1);
    expect(copyAt((await get(download, 'member')).headers.get('location'))).not.toBe(first);
  });

  test('is for that reader only, and never for an unknown one', async () => {
    const document = await governed(await makePdf(), { watermark: true });
    const download = `${document.at}/versions/${document.version_id}?file=attachment`;
    const readers = ['member', 'outsider'] as const;
    for (const reader of readers) await get(download, reader);
    expect(await prepare()).toBe(2);

    const copies = await Promise.all(
      readers.map(async (reader) => (await get(download, reader)).headers.get('location')),
    );
    expect(new Set(copies.map(copyAt)).size).toBe(2);
    expect((await get(copies[0] ?? '')).headers.get('content-type')).toBe('application/pdf');
    const anonymous = await get(download);
    expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/sign-in?'),
    ]);
    // Readers who are exempt from the policy get the file itself.
    expect((await get(download, 'owner')).headers.get('location')).toContain('/payloads/');
  });

  test('has no signatures, as its page says, while the file itself keeps valid ones', async () => {
    const pdf = Uint8Array.from(readFixture('signed.pdf'));
    const document = await governed(pdf, { watermark: true });
    await get(document.at, 'member');
    await prepare();

    const { text } = await get(document.at, 'member');

    expect(text).toContain('The original is digitally signed (1 signature).');
    const copy = await get(frameIn(text) ?? '');
    expect([copy.status, copy.body.includes('/ByteRange')]).toEqual([200, false]);

    const { id: document_id, policy_id } = document;
    await stage.call.detachDocumentPolicy({ path: { document_id, policy_id } });
    const { headers } = await get(`${document.at}?file=attachment`, 'member');
    const original = (await get(headers.get('location') ?? '')).body;
    expect(original.equals(pdf)).toBe(true);
  });

  test('lacks what no watermark can mark, as its page says beside the active content of the file', async () => {
    const made = await PDFDocument.create();
    made.addPage().drawText('Page 1');
    made.addJavaScript('at opening', 'app.alert(1)');
    await made.attach(Buffer.from('unmarked'), 'a.txt');
    const document = await governed(Uint8Array.from(await made.save()), { watermark: true });
    await get(document.at, 'member');
    await prepare();

    const { text } = await get(document.at, 'member');

    expect(text).toContain('The original has 1 attached file, to which no watermark can be added.');
    expect(text).toContain('this copy does not have them: scripts and other actions.');
    expect(text).toContain('<dt>Active content</dt><dd>scripts, attached files</dd>');
    const { items } = (await stage.call.listDocumentDetails({ query: { ids: document.id } })).body;
    expect(items).toMatchObject([{ active_content: ['script', 'files'] }]);
  });

  test('is made again when a store fails in between, or its message was lost', async () => {
    const document = await governed(await makePdf(), { watermark: true });
    await get(document.at, 'member');
    const [message = ''] = await stage.takeMessages('preparations');
    stage.s3.faultOf = () => 'failing';
    expect(await stage.consume('prepareCopy', message)).toEqual([0]);
    stage.s3.mend();
    await stage.table.letTimePass(31_000);

    await get(document.at, 'member');
    expect(await prepare()).toBe(1);
    expect(await stage.consume('prepareCopy', message)).toEqual([]);
    expect(frameIn((await get(document.at, 'member')).text)).toBeDefined();
  });

  test('has the current name of the reader', async () => {
    const document = await governed(await makePdf(), { watermark: true });
    await get(document.at, 'member');
    await prepare();
    const before = frameIn((await get(document.at, 'member')).text) ?? '';
    const { user } = (await stage.call.getMe({ as: 'member' })).body;
    await updatePerson({ userId: user.id, name: 'Augusta Ada King', by: operator });
    onTestFinished(async () => {
      await updatePerson({ userId: user.id, name: user.name, by: operator });
    });

    expect((await get(document.at, 'member')).text).toContain('Being prepared');
    expect(await prepare()).toBe(1);
    const now = frameIn((await get(document.at, 'member')).text) ?? '';

    expect(copyAt(now)).not.toBe(copyAt(before));
    expect((await textOf((await get(now)).body)).join()).toContain('Augusta Ada King');
  });

  // Threat: A reader has copies made without end
  test('counts for a limit of copies in a quarter of an hour', async () => {
    const document = await governed(await makePdf(), { watermark: true });
    await get(document.at, 'member');
    await prepare();
    await setAll('COUNT#', 'copies', copiesMax);
    expect((await get(`${document.at}?file=attachment`, 'member')).status).toBe(303);

    const another = await governed(await makePdf(), { watermark: true });
    const refused = await get(`${another.at}?file=attachment`, 'member');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    // Pictures are still served, within their own limits.
    expect((await get(another.at, 'member')).text).toContain('as pictures');
  });
});

async function setAll(prefix: 'COPY#' | 'COUNT#', name: string, value: number): Promise<void> {
  const items = (await stage.table.everything()).filter(({ sk }) => sk.startsWith(prefix));
  await Promise.all(items.map((item) => stage.table.set(item, name, value)));
}

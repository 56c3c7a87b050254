import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, test, vi } from 'vitest';
import { drawingMilliseconds } from '../../../functions/workers/prepareCopy/bounds.ts';
import type { DocumentId, VersionId } from '../../../shared/contract/identifiers.ts';
import { preparedPagesKey } from '../../../shared/data/keys/reading.ts';
import { getPreparedPages, needsCall, noteCall } from '../../../shared/data/reading/preparedPages.ts';
import { hasChanged } from '../../../shared/data/table/update.ts';
import { getSmallPicture } from '../../../shared/files/pagePictures.ts';
import { sharedFaultyStage } from '../../support/stages/faultyStage.ts';
import { makeSmallPdf, uploadReady } from '../../support/uploads.ts';

const stage = await sharedFaultyStage();

interface Asked {
  readonly id: VersionId;
  readonly document_id: DocumentId;
  readonly message: string;
}

/** Uploads and processes a file, and requests its pages. */
async function asked(pdf: Uint8Array<ArrayBuffer>): Promise<Asked> {
  const { id: document_id, version_id } = await uploadReady(stage, {}, {}, pdf);
  expect((await stage.document(document_id)).processing_status).toBe('ready');
  const version = { id: version_id, document_id };
  expect(await noteCall(version, undefined, Date.now())).toBe(true);
  const message = JSON.stringify({ kind: 'pages', document_id, version_id });
  return { ...version, message };
}

/** Lets the time of an invocation end after it stored the first picture. */
function endTimeAfterFirst(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  let requests = 0;
  stage.s3.faultOf = ({ method }) => {
    if (method === 'PUT' && requests++ === 0) vi.setSystemTime(Date.now() + 70_000);
    return undefined;
  };
}

const prepare = ({ message }: Asked) => stage.consume('prepareCopy', message);
const prepared = ({ id }: Asked) => getPreparedPages(id, Date.now());
/** The sizes of pictures in pixels, of small pages and of pages that are made here (A4 in whole points). */
const small = [400, 560];
const a4 = [1188, 1682];

describe('the preparation of a file', () => {
  test('continues after an invocation that ran out of time', async () => {
    const version = await asked(await makeSmallPdf(3));
    endTimeAfterFirst();

    expect(await prepare(version)).toEqual([]);

    expect(await prepared(version)).toMatchObject({ page_count: 3, pages: [small] });
    const [next = ''] = await stage.takeMessages('preparations');
    expect(next).toBe(version.message);
    expect(await prepare(version)).toEqual([]);
    expect(await prepared(version)).toMatchObject({ page_count: 3, pages: [small, small, small] });
  });

  test('draws one page if no more is needed, and goes on as soon as a reader wants the others', async () => {
    const version = await asked(await makeSmallPdf(3));
    const firstOnly = JSON.stringify({ ...JSON.parse(version.message), first_only: true });

    expect(await stage.consume('prepareCopy', firstOnly)).toEqual([]);

    expect(await prepared(version)).toMatchObject({ page_count: 3, pages: [small] });
    expect(await stage.takeMessages('preparations')).toEqual([]);
    expect((await getSmallPicture(version.id)).length).toBeLessThan(20_000);
    const seen = await prepared(version);
    expect(needsCall(seen, Date.now())).toBe(true);
    expect(await noteCall(version, seen, Date.now())).toBe(true);
    expect(await prepare(version)).toEqual([]);
    expect(await prepared(version)).toMatchObject({ pages: [small, small, small] });
  });

  test('is repeated when a store fails, which does not count as a failure of the file', async () => {
    const version = await asked(await makeSmallPdf());
    stage.s3.faultOf = () => 'denying';

    expect(await prepare(version)).toEqual([0]);

    expect(await prepared(version)).toMatchObject({ interrupted_attempts: 0, pages: [] });
    stage.s3.mend();
    expect(await prepare(version)).toEqual([]);
    expect(await prepared(version)).toMatchObject({ pages: [small] });
  });

  // Threat: A file is made to keep the drawing workers busy
  test('leaves out a page that takes too much, and draws the others', async () => {
    const version = await asked(await endlessOnPage(2, 3));

    expect(await prepare(version)).toEqual([]);

    expect(await prepared(version)).toMatchObject({ page_count: 3, pages: [a4, null, a4] });
  });

  // Threat: A file is made to keep the drawing workers busy
  test('ends when the file used up its time, and keeps the pages drawn so far', async () => {
    const version = await asked(await makeSmallPdf(3));
    endTimeAfterFirst();
    expect(await prepare(version)).toEqual([]);
    const { computed_ms = 0 } = (await prepared(version)) ?? {};
    expect(computed_ms, 'pages that are drawn in several invocations add up').toBeGreaterThan(0);
    await hasChanged(preparedPagesKey(version.id), { set: { computed_ms: drawingMilliseconds(3) } });

    expect(await prepare(version)).toEqual([]);

    expect(await prepared(version)).toMatchObject({ page_count: 3, pages: [small], refusal: 'too_costly' });
    expect(needsCall(await prepared(version), Date.now() + 120_000)).toBe(false);
  });

  test('may compute for two minutes, or 0.3 s a page if that is more', () => {
    expect([1, 400, 2000].map(drawingMilliseconds)).toEqual([120_000, 120_000, 600_000]);
  });

  test('is done by one worker at a time, and requested once by many readers', async () => {
    const version = await asked(await makeSmallPdf());
    const now = Date.now();
    const seen = await prepared(version);

    expect(needsCall(seen, now)).toBe(false);
    expect(needsCall(seen, now + 61_000)).toBe(true);
    const many = await Promise.all([1, 2, 3].map((later) => noteCall(version, seen, now + later)));
    expect(many.filter((isAsked) => isAsked)).toHaveLength(1);
    await Promise.all([prepare(version), prepare(version)]);
    expect(await prepared(version)).toMatchObject({ pages: [small] });
    expect(needsCall(await prepared(version), now + 120_000)).toBe(false);
  });
});

/** Makes a file with a page that draws ten forms, each of which draws ten forms, and so on: 10^12 lines. */
async function endlessOnPage(number: number, pages: number): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create();
  const { context } = pdf;
  const form = (content: string, below?: ReturnType<typeof context.register>) =>
    context.register(
      context.stream(content, {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 595, 842],
        Resources: below ? { XObject: { F: below } } : {},
      }),
    );
  let top = form('0 0 m 595 842 l S '.repeat(10));
  for (let level = 0; level < 11; level++) top = form('/F Do '.repeat(10), top);
  for (let page = 1; page <= pages; page++) {
    const added = pdf.addPage([595, 842]);
    if (page !== number) continue;
    added.node.set(PDFName.of('Resources'), context.obj({ XObject: { F: top } }));
    added.node.set(PDFName.of('Contents'), context.register(context.stream('/F Do')));
  }
  return Uint8Array.from(await pdf.save());
}

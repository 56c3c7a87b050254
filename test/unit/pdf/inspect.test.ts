import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { inspectPdf, UnreadablePdfError } from '../../../shared/pdf/inspect.ts';
import { looksLikePdf } from '../../../shared/pdf/looksLikePdf.ts';
import { pdfFixtures, readFixture } from '../../support/files/fixtures.ts';

const ascii = (text: string) => new TextEncoder().encode(text);

describe('looksLikePdf', () => {
  test.for([
    ['a header at the start', '%PDF-1.7\n', true],
    ['a header after garbage', `${'x'.repeat(1019)}%PDF-`, true],
    ['a header too late', `${'x'.repeat(1020)}%PDF-`, false],
    ['half a header', '%PDF', false],
    ['nothing', '', false],
    ['an image', '\u0089PNG\r\n', false],
  ] as const)('%s', ([_, head, expected]) => {
    const bytes = ascii(head);

    const answer = looksLikePdf(bytes);

    expect(answer).toBe(expected);
  });
});

describe('inspectPdf', () => {
  const readable = pdfFixtures.filter((fixture) => fixture.pageCount !== null);
  const unreadable = pdfFixtures.filter((fixture) => fixture.pageCount === null);

  test.for(readable)('opens $file', async ({ file, pageCount, requiresPassword }) => {
    const bytes = readFixture(file);

    const facts = await inspectPdf(bytes);

    expect(facts).toEqual({ pageCount, requiresPassword });
  });

  test.for(unreadable)('refuses $file', async ({ file }) => {
    const bytes = readFixture(file);

    const inspection = inspectPdf(bytes);

    await expect(inspection).rejects.toThrow(UnreadablePdfError);
  });

  test('counts 200 pages in a file of 4.4 MB', async () => {
    const document = await PDFDocument.create();
    for (let page = 0; page < 200; page++) document.addPage();
    document.context.register(document.context.stream(new Uint8Array(4_400_000).fill(0x61)));
    const bytes = await document.save();

    const facts = await inspectPdf(bytes);

    expect(bytes.length).toBeGreaterThan(4_400_000);
    expect(facts.pageCount).toBe(200);
  });

  test('accepts a Buffer, and does not change its bytes', async () => {
    const bytes = Buffer.from(readFixture('plain.pdf'));
    const before = Buffer.from(bytes);

    await inspectPdf(bytes);

    expect(bytes.equals(before)).toBe(true);
  });

  test('ends with a result or its own error for a file cut at any place', async () => {
    const bytes = readFixture('object-streams.pdf');
    const cuts = Array.from({ length: 60 }, (_, index) => Math.floor((bytes.length * index) / 60));

    const answers = await Promise.allSettled(cuts.map((cut) => inspectPdf(bytes.slice(0, cut))));

    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(UnreadablePdfError);
      else expect(answer.value.pageCount).toBeGreaterThan(0);
    }
  });
});

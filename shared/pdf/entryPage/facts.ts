import type { Color, PdfPage } from '../document/pdfPage.ts';
import { type QrCode, qrCodePath } from '../document/qrCode.ts';
import type { Line, Typesetter } from '../typography/typesetter.ts';
import { contentLeft, contentWidth, hairline, ink, quietInk } from './grid.ts';

/** One row at the foot of the page. */
export interface Fact {
  readonly label: string;
  /** Each value begins a new line. */
  readonly values: readonly string[];
  readonly isLink?: boolean;
}

interface Row {
  readonly label: readonly Line[];
  /** The lines of each value. */
  readonly values: readonly (readonly Line[])[];
  readonly leading: number;
  readonly isLink: boolean;
  readonly height: number;
}

const textSize = 10;
const rowLeading = 14.5;
const gapBetweenRows = 7;
const gapBetweenValues = 2;
const labelWidth = 76;
const paddingBelowRule = 18;
const qrWidth = 96;
const qrGap = 32;
const qrCaption = { text: 'Scan to open', size: 8.5, leading: 16 };
const maxLinesPerValue = 2;
const maxLinesPerLink = 4;

/** Arranges the facts beside the QR code. */
export function composeFacts(typesetter: Typesetter, facts: readonly Fact[], code: QrCode | null) {
  const valueWidth = contentWidth - labelWidth - (code ? qrWidth + qrGap : 0);
  const rows = facts.map((fact) => setRow(typesetter, fact, valueWidth));
  const caption = typesetter.lines(qrCaption.text, 'text', { maxWidth: qrWidth / qrCaption.size })[0];
  const rowsHeight = rows.reduce((sum, row) => sum + row.height, 0) + (rows.length - 1) * gapBetweenRows;
  const codeHeight = code ? qrWidth + qrCaption.leading : 0;

  return {
    /** The height in points, including the horizontal line above the facts. */
    height: paddingBelowRule + Math.max(rowsHeight, codeHeight),
    draw(page: PdfPage, top: number, url: string, accent: Color): void {
      page.decoration(() =>
        page.fill({ left: contentLeft, bottom: top, width: contentWidth, height: 0.5 }, hairline),
      );
      let rowTop = top - paddingBelowRule;
      for (const row of rows) {
        drawRow(page, row, rowTop, url, accent);
        rowTop -= row.height + gapBetweenRows;
      }
      if (code && caption) drawCode(page, code, caption, top - paddingBelowRule, url);
    },
  };
}

function setRow(typesetter: Typesetter, fact: Fact, width: number): Row {
  const maxLines = fact.isLink ? maxLinesPerLink : maxLinesPerValue;
  const values = fact.values.map((value) =>
    typesetter.lines(value.replace(/\s+/g, ' '), 'text', { maxWidth: width / textSize, maxLines }),
  );
  const label = typesetter.lines(fact.label, 'text', { maxWidth: (labelWidth - 8) / textSize, maxLines: 2 });
  const natural = Math.max(...values.flat().map((line) => Math.min(line.naturalLeading, 1.7)));
  const leading = Math.max(rowLeading, natural * textSize);
  const valuesHeight = leading * values.flat().length + gapBetweenValues * (values.length - 1);
  const height = Math.max(valuesHeight, leading * label.length);
  return { label, values, leading, isLink: fact.isLink ?? false, height };
}

function drawRow(page: PdfPage, row: Row, top: number, url: string, accent: Color): void {
  const x = contentLeft + labelWidth;
  const firstBaseline = top - textSize * 0.7;
  page.tagged('P', {}, () => {
    for (const [index, line] of row.label.entries()) {
      page.line(line, contentLeft, firstBaseline - index * row.leading, textSize, quietInk);
    }
  });
  let y = firstBaseline;
  for (const value of row.values) {
    page.tagged(row.isLink ? 'Link' : 'P', {}, () => {
      for (const line of value) {
        page.line(line, x, y, textSize, row.isLink ? accent : ink);
        y -= row.leading;
      }
    });
    y -= gapBetweenValues;
  }
  if (!row.isLink) return;
  const width = Math.max(...row.values.flat().map((line) => line.width)) * textSize;
  page.link(
    { left: x, bottom: top - row.height, width, height: row.height + 2 },
    url,
    'Open the document online',
  );
}

function drawCode(page: PdfPage, code: QrCode, caption: Line, top: number, url: string): void {
  const left = contentLeft + contentWidth - qrWidth;
  const bottom = top - qrWidth;
  const box = { left, bottom, width: qrWidth, height: qrWidth };
  page.tagged('Figure', { alternative: `QR code of ${url}`, box }, () =>
    page.paint(qrCodePath(code, left, bottom, qrWidth), ink),
  );
  page.tagged('P', {}, () => {
    const x = left + (qrWidth - caption.width * qrCaption.size) / 2;
    page.line(caption, x, bottom - qrCaption.leading, qrCaption.size, quietInk);
  });
}

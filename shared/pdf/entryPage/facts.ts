import type { PdfPage } from '../document/pdfPage.ts';
import { type QrCode, qrCodePath } from '../document/qrCode.ts';
import type { Line, Typesetter } from '../typography/typesetter.ts';
import { ACCENT, CONTENT_WIDTH, HAIRLINE, INK, LEFT, QUIET_INK } from './grid.ts';

/** One row at the foot of the page. */
export interface Fact {
  readonly label: string;
  /** Each starts a line of its own. */
  readonly values: readonly string[];
  readonly isLink?: boolean;
}

interface Row {
  readonly label: readonly Line[];
  /** Lines of each value. */
  readonly values: readonly (readonly Line[])[];
  readonly leading: number;
  readonly isLink: boolean;
  readonly height: number;
}

const SIZE = 10;
const LEADING = 14.5;
const GAP_BETWEEN_ROWS = 7;
const GAP_BETWEEN_VALUES = 2;
const LABEL_WIDTH = 76;
const PADDING_BELOW_RULE = 18;
const QR_WIDTH = 96;
const QR_GAP = 32;
const CAPTION = { text: 'Scan to open', size: 8.5, leading: 16 };
const MAX_LINES_PER_VALUE = 2;
const MAX_LINES_PER_LINK = 4;

/** Sets the facts beside the QR code. */
export function composeFacts(typesetter: Typesetter, facts: readonly Fact[], code: QrCode | null) {
  const valueWidth = CONTENT_WIDTH - LABEL_WIDTH - (code ? QR_WIDTH + QR_GAP : 0);
  const rows = facts.map((fact) => setRow(typesetter, fact, valueWidth));
  const caption = typesetter.lines(CAPTION.text, 'text', { maxWidth: QR_WIDTH / CAPTION.size })[0];
  const rowsHeight = rows.reduce((sum, row) => sum + row.height, 0) + (rows.length - 1) * GAP_BETWEEN_ROWS;
  const codeHeight = code ? QR_WIDTH + CAPTION.leading : 0;

  return {
    /** In points, the rule above included. */
    height: PADDING_BELOW_RULE + Math.max(rowsHeight, codeHeight),
    draw(page: PdfPage, top: number, url: string): void {
      page.decoration(() =>
        page.fill({ left: LEFT, bottom: top, width: CONTENT_WIDTH, height: 0.5 }, HAIRLINE),
      );
      let rowTop = top - PADDING_BELOW_RULE;
      for (const row of rows) {
        drawRow(page, row, rowTop, url);
        rowTop -= row.height + GAP_BETWEEN_ROWS;
      }
      if (code && caption) drawCode(page, code, caption, top - PADDING_BELOW_RULE, url);
    },
  };
}

function setRow(typesetter: Typesetter, fact: Fact, width: number): Row {
  const maxLines = fact.isLink ? MAX_LINES_PER_LINK : MAX_LINES_PER_VALUE;
  const values = fact.values.map((value) =>
    typesetter.lines(value.replace(/\s+/g, ' '), 'text', { maxWidth: width / SIZE, maxLines }),
  );
  const label = typesetter.lines(fact.label, 'text', { maxWidth: (LABEL_WIDTH - 8) / SIZE, maxLines: 2 });
  const natural = Math.max(...values.flat().map((line) => Math.min(line.naturalLeading, 1.7)));
  const leading = Math.max(LEADING, natural * SIZE);
  const valuesHeight = leading * values.flat().length + GAP_BETWEEN_VALUES * (values.length - 1);
  const height = Math.max(valuesHeight, leading * label.length);
  return { label, values, leading, isLink: fact.isLink ?? false, height };
}

function drawRow(page: PdfPage, row: Row, top: number, url: string): void {
  const x = LEFT + LABEL_WIDTH;
  const firstBaseline = top - SIZE * 0.7;
  page.tagged('P', {}, () => {
    for (const [index, line] of row.label.entries()) {
      page.line(line, LEFT, firstBaseline - index * row.leading, SIZE, QUIET_INK);
    }
  });
  let y = firstBaseline;
  for (const value of row.values) {
    page.tagged(row.isLink ? 'Link' : 'P', {}, () => {
      for (const line of value) {
        page.line(line, x, y, SIZE, row.isLink ? ACCENT : INK);
        y -= row.leading;
      }
    });
    y -= GAP_BETWEEN_VALUES;
  }
  if (!row.isLink) return;
  const width = Math.max(...row.values.flat().map((line) => line.width)) * SIZE;
  page.link(
    { left: x, bottom: top - row.height, width, height: row.height + 2 },
    url,
    'Open the document online',
  );
}

function drawCode(page: PdfPage, code: QrCode, caption: Line, top: number, url: string): void {
  const left = LEFT + CONTENT_WIDTH - QR_WIDTH;
  const bottom = top - QR_WIDTH;
  const box = { left, bottom, width: QR_WIDTH, height: QR_WIDTH };
  page.tagged('Figure', { alternative: `QR code of ${url}`, box }, () =>
    page.paint(qrCodePath(code, left, bottom, QR_WIDTH), INK),
  );
  page.tagged('P', {}, () => {
    const x = left + (QR_WIDTH - caption.width * CAPTION.size) / 2;
    page.line(caption, x, bottom - CAPTION.leading, CAPTION.size, QUIET_INK);
  });
}

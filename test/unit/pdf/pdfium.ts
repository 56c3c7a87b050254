import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFDocument, rgb } from 'pdf-lib';
import { Pdfium } from '../../../shared/pdf/pdfium/pdfium.ts';
import { compileWasm, wasmFiles } from '../../../shared/pdf/wasm.ts';
import type { WatermarkBlock } from '../../../shared/pdf/watermark/watermark.ts';

export const pdfiumFile = createRequire(import.meta.url).resolve(wasmFiles.pdfium.from);

export const startPdfium = async (megabytes: number): Promise<Pdfium> =>
  Pdfium.start(await compileWasm(await readFile(pdfiumFile)), megabytes);

/** A watermark with a name in a color that differs from black and white. An empty name draws nothing. */
export async function watermarkOf(name: string): Promise<WatermarkBlock> {
  const pdf = await PDFDocument.create();
  pdf.addPage([600, 100]).drawText(name, { x: 10, y: 10, size: 90, color: rgb(0.6, 0.2, 0.7) });
  return { pdf: await pdf.save(), size: { width: 6, height: 1 }, pointsPerEm: 100 };
}

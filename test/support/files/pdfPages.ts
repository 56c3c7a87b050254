import { getDocument } from 'unpdf/pdfjs';
import { beforeAll } from 'vitest';
import { collectFonts } from '../../../infra/bundling/fonts.ts';
import type { EntryPageContent } from '../../../shared/pdf/entryPage/content.ts';
import { directoryOfTests } from '../ownDirectory.ts';

/** Returns a directory for the tests of a file or a `describe`. It gets the fonts of this checkout before the first test. */
export function fontsOfTests(): string {
  const directory = directoryOfTests();
  // Fonts are converted once for each checkout.
  beforeAll(() => collectFonts(directory), 120_000);
  return directory;
}

/** Returns the content of a typical page, with the values that a test overrides. */
export function contentWith(overrides: Partial<EntryPageContent> = {}): EntryPageContent {
  return {
    title: 'Supplier Agreement',
    description: 'Master terms for warehousing and delivery.',
    organizationName: 'Fabrikam Holding AG',
    access: 'For members of Fabrikam Holding AG',
    versionLabel: 'Version 3',
    date: '2026-11-20T16:03:00Z',
    serviceUrl: 'https://documents.example.com/d/doc_01kahz5w3n8r2y7v6b9c0d1e2f',
    policies: [
      { name: 'Data retention, 7 years', asks: '' },
      { name: 'Legal hold', asks: '' },
    ],
    ...overrides,
  };
}

/** A piece of text on a page, and the point at which it starts. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
}

/** Returns the text of the only page, as pdf.js extracts it. */
export async function readText(bytes: Uint8Array): Promise<PlacedText[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const page = await (await task.promise).getPage(1);
    const { items } = await page.getTextContent();
    return items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
      return [{ text: item.str, x, y, width: item.width, size }];
    });
  } finally {
    await task.destroy();
  }
}

/** Removes white space and invisible fillers, so that line breaks make no difference. */
export function compact(text: string): string {
  return text.replace(/[\s\u2060]/gu, '');
}

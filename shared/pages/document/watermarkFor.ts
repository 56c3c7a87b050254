import type { DocumentItem } from '../../data/documents.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';
import type { Reader } from '../readablePage.ts';

/** Returns the watermark for what a reader sees now. Who is not signed in is a reader of whom nobody knows more. */
export const watermarkFor = ({ visitor }: Pick<Reader, 'visitor'>, document: DocumentItem): Watermark => ({
  reader: visitor?.user.name ?? 'A reader who is not signed in',
  shownAt: new Date().toISOString(),
  documentId: document.id,
});

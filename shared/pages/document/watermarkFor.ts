import type { DocumentItem } from '../../data/documents/documents.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';
import { nameAndAddress } from '../../reading/nameAndAddress.ts';
import type { PageRequest } from '../page.ts';
import type { Reader } from '../readablePage.ts';

/** Returns the watermark for a reader, with the present time. For a reader who is not signed in, it names the network, as activity does. */
export async function watermarkFor(
  { visitor }: Pick<Reader, 'visitor'>,
  { network }: Pick<PageRequest, 'network'>,
  document: Pick<DocumentItem, 'id'>,
): Promise<Watermark> {
  return {
    reader: visitor ? await nameAndAddress(visitor.user) : `Reader from ${network}, not signed in`,
    shownAt: new Date().toISOString(),
    documentId: document.id,
  };
}

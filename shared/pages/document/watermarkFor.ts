import type { User } from '../../contract/resources/user.ts';
import { getCaller } from '../../data/callers.ts';
import type { DocumentItem } from '../../data/documents.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';
import type { PageRequest } from '../page.ts';
import type { Reader } from '../readablePage.ts';

/** Returns the watermark for what a reader sees now. It names a reader who is not signed in by their network, as the record of reading does. */
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

/** Returns how a watermark names somebody: two people may have one name, so that their e-mail address follows it, where there is one. */
export async function nameAndAddress({ id, name }: Pick<User, 'id' | 'name'>): Promise<string> {
  const email = (await getCaller(id))?.email ?? name;
  return email === name ? name : `${name} · ${email}`;
}

import type { User } from '../../contract/resources/user.ts';
import { getCaller } from '../../data/callers/callers.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import type { Watermark } from '../../pdf/watermark/watermark.ts';
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

/** Returns the name of a reader for a watermark. The e-mail address is added if it is known, because two people may have the same name. */
export async function nameAndAddress({ id, name }: Pick<User, 'id' | 'name'>): Promise<string> {
  const email = (await getCaller(id))?.email ?? name;
  return email === name ? name : `${name} · ${email}`;
}

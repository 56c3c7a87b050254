import { signal } from '@preact/signals';
import type { Document } from '../../client/types.ts';
import { me } from '../service/api.ts';
import type { View } from './list.ts';

/**
 * The documents that this tab created or restored, or whose processing it saw end; null for documents that it deleted. The service's lists
 * lag behind changes for a moment, but people must see their own changes at once.
 */
const recent = signal<{ readonly organization: string | null | undefined; readonly documents: Known }>({
  organization: undefined,
  documents: new Map(),
});
type Known = ReadonlyMap<string, Document | null>;

/** Returns the recent documents of the organization that the tab shows. */
function known(): Known {
  const { organization, documents } = recent.value;
  return organization === me.value?.organization_id ? documents : new Map();
}

const set = (id: string, document: Document | null) => {
  recent.value = {
    organization: me.value?.organization_id,
    documents: new Map(known()).set(id, document),
  };
};
export const noteDocument = (document: Document): void => set(document.id, document);
export const noteDeleted = ({ id }: Document): void => set(id, null);

/** Returns a list with the changes of this tab. `isBeginning`: whether new documents belong to it, because it begins with the newest. */
export function asKnownHere(
  view: View,
  documents: readonly Document[],
  isBeginning: boolean,
): readonly Document[] {
  const own = known();
  if (view === 'shared') return documents;
  if (view === 'bin') return documents.filter(({ id }) => !own.get(id));
  const listed = documents.flatMap((one) => {
    const mine = own.get(one.id);
    if (mine === null) return [];
    return mine && one.processing_status === 'processing' ? [mine] : [one];
  });
  if (!isBeginning) return listed;
  const ids = new Set(documents.map(({ id }) => id));
  const missing = [...own.values()].filter((one) => one !== null && !ids.has(one.id)) as Document[];
  // Ids sort by the time of creation.
  return missing.length === 0 ? listed : [...listed, ...missing].sort((a, b) => (a.id < b.id ? 1 : -1));
}

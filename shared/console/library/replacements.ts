import { signal } from '@preact/signals';
import type { Document, Version } from '../../client/types.ts';
import { api, change, changeItem, me } from '../service/api.ts';

/** The wish to delete a version once another one is ready in its place. */
export interface Replacement {
  readonly documentId: Document['id'];
  readonly oldId: Version['id'];
  readonly newId: Version['id'];
}

/** Counts changes of the wishes in this tab. */
const changes = signal(0);
const key = () => `replacements ${me.value?.user.id}`;

/** Returns the wishes of the person about a document. The browser remembers them, because the tab may be closed before the version is ready. */
export function replacementsOf(documentId: Document['id']): readonly Replacement[] {
  return changes.value >= 0 ? all().filter((one) => one.documentId === documentId) : [];
}

function all(): readonly Replacement[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

const store = (wishes: readonly Replacement[]): void => {
  if (wishes.length > 0) localStorage.setItem(key(), JSON.stringify(wishes));
  else localStorage.removeItem(key());
  changes.value += 1;
};

export const noteReplacement = (wish: Replacement): void => store([...all(), wish]);
export const forgetReplacement = ({ newId }: Replacement): void =>
  store(all().filter((one) => one.newId !== newId));

/** Deletes the version that is replaced. Until that has succeeded, the wish stays. */
export async function carryOut(wish: Replacement): Promise<void> {
  const input = { document_id: wish.documentId, version_id: wish.oldId };
  await change(() => changeItem(api.getDocumentVersion, input, api.deleteDocumentVersion));
  forgetReplacement(wish);
}

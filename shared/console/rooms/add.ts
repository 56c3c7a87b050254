import { ApiError } from '../../client/index.ts';
import type { Document, Operations } from '../../client/types.ts';
import { api } from '../service/api.ts';
import { inOneText } from '../service/explain.ts';
import { t } from '../words/words.ts';
import type { Item, Parent, Room } from './tree.ts';

export type State = Item['state'];

/** A document to add to a room. */
export interface NewDocument {
  readonly document_id: Document['id'];
  readonly parent_id: Parent;
  /** Default: at the end */
  readonly after?: Item['id'] | 'first' | undefined;
  readonly state: State;
}

type NewItem = NonNullable<Operations['createRoomItems']['input']['items']>[number];

/** Adds folders or documents in one request: all or none. */
export async function addItems(
  room_id: Room['id'],
  items: readonly NewItem[],
  idempotencyKey: string,
): Promise<readonly Item[]> {
  const added = await api.createRoomItems({ room_id, items: [...items] }, { idempotencyKey });
  return 'items' in added ? added.items : [added];
}

/** Whether the service refused a request because of its content. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 429;

/**
 * Adds documents to a room, all in one request. If the service refuses it, adds each by itself. Returns why documents were refused, by
 * their indices. Throws other errors: then a retry with the same key adds nothing twice.
 */
export async function addDocuments(
  room_id: Room['id'],
  documents: readonly NewDocument[],
  key: string,
): Promise<ReadonlyMap<number, unknown>> {
  const items = documents.map(({ after, ...one }) => ({
    kind: 'document' as const,
    ...one,
    ...(after && { after }),
  }));
  const refused = new Map<number, unknown>();
  try {
    await addItems(room_id, items, key);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (items.length === 1) return new Map([[0, error]]);
    for (const [index, item] of items.entries())
      await addItems(room_id, [item], `${key} ${index}`).catch((one) => {
        if (!isRefusal(one)) throw one;
        refused.set(index, one);
      });
  }
  return refused;
}

/** Says why a document did not come into a room. */
export const refusalText = (error: unknown): string =>
  error instanceof ApiError && error.status === 400 && error.param?.endsWith('document_id')
    ? t('rooms.isThere')
    : inOneText(error);

/** Returns the id of the item of a document: it has the same 26 characters. */
export const itemOf = (id: Document['id']): Item['id'] => `itm_${id.slice('doc_'.length)}`;

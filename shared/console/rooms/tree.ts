import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Operations } from '../../client/types.ts';
import { baseUrl } from '../paths.ts';
import { api, isAbort } from '../service/api.ts';

export type Room = Operations['getRoom']['output'];
export type Item = Operations['getRoomItem']['output'];
/** Of a folder; null: the top of the room. */
export type Parent = Item['id'] | null;

/** Whose view of a room is shown: `as_group` or `as_email`; empty: everything, for those who manage the room. */
export type Viewer = Pick<Operations['listRoomItems']['input'], 'as_group' | 'as_email'>;

/** The loaded items of a folder, in their order. */
export interface Folder {
  readonly items: readonly Item[];
  /** The cursor of the items that follow; empty: all are loaded. */
  readonly next: string;
  readonly error?: unknown;
}

/** The folders of a room that are open, and their items. */
export interface Tree {
  readonly folders: ReadonlyMap<Parent, Folder>;
  readonly open: ReadonlySet<Parent>;
  /** The items that are loaded, by their ids. */
  readonly items: ReadonlyMap<Item['id'], Item>;
  /** Returns what is loaded now. A tree itself stays as it was drawn. */
  now(): Pick<Tree, 'folders' | 'items'>;
  /** Opens a folder, or closes it. Resolves when its items are loaded. */
  toggle(folder: Parent, isOpen?: boolean): Promise<void>;
  /** Loads the next items of a folder. */
  more(folder: Parent): Promise<void>;
  /** Loads everything that is shown again, because a change in one place can change the numbers in others. */
  reload(): Promise<void>;
}

const pageSize = 100;

export const isFolder = ({ kind }: Pick<Item, 'kind'>): boolean => kind === 'folder';

/** Reads the items of a folder, up to `most` of them. */
export async function readFolder(
  room_id: Room['id'],
  parent: Parent,
  viewer: Viewer,
  most: number,
  signal?: AbortSignal,
): Promise<Folder> {
  const items: Item[] = [];
  for (let cursor = ''; ; ) {
    const page = await readPage(room_id, parent, viewer, cursor, signal);
    items.push(...page.items);
    cursor = page.next;
    if (cursor === '' || items.length >= most) return { items, next: cursor };
  }
}

async function readPage(
  room_id: Room['id'],
  parent: Parent,
  viewer: Viewer,
  cursor: string,
  signal?: AbortSignal,
): Promise<Folder> {
  const place = { ...viewer, ...(parent && { parent_id: parent }), ...(cursor && { cursor }) };
  const { items, pagination } = await api.listRoomItems(
    { room_id, limit: pageSize, ...place },
    signal && { signal },
  );
  return { items, next: pagination.next_cursor };
}

const opened: ReadonlySet<Parent> = new Set([null]);

/** Loads the top of a room, and each folder when it is opened. */
export function useTree(room_id: Room['id'], viewer: Viewer): Tree {
  const folders: Signal<ReadonlyMap<Parent, Folder>> = useSignal(new Map());
  const open = useSignal(opened);
  const running = useRef(new AbortController());
  const put = (parent: Parent, folder: Folder) => {
    folders.value = new Map(folders.value).set(parent, folder);
  };
  /** Loads a folder. An error is shown in its place. A later `reload` drops the answer. */
  const load = async (parent: Parent, read: (signal: AbortSignal) => Promise<Folder>) => {
    const { signal } = running.current;
    const before = folders.value.get(parent) ?? { items: [], next: '' };
    try {
      const folder = await read(signal);
      if (!signal.aborted) put(parent, folder);
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) put(parent, { ...before, error });
    }
  };
  const loadAll = (parent: Parent) => {
    const shown = folders.value.get(parent)?.items.length ?? 0;
    return load(parent, (signal) => readFolder(room_id, parent, viewer, Math.max(shown, 1), signal));
  };
  const reload = async () => {
    running.current.abort();
    running.current = new AbortController();
    await Promise.all([...open.value].map(loadAll));
  };
  const key = `${room_id} ${JSON.stringify(viewer)}`;
  useEffect(() => {
    folders.value = new Map();
    open.value = opened;
    void reload();
    return () => running.current.abort();
  }, [key]);
  const all = () =>
    new Map([...folders.value.values()].flatMap(({ items }) => items.map((one) => [one.id, one] as const)));
  return {
    folders: folders.value,
    open: open.value,
    items: all(),
    now: () => ({ folders: folders.value, items: all() }),
    toggle: async (folder, isOpen = !open.value.has(folder)) => {
      const isThere = folders.value.has(folder);
      const next = new Set(open.value);
      if (isOpen) next.add(folder);
      else next.delete(folder);
      open.value = next;
      if (isOpen && !isThere) await loadAll(folder);
    },
    more: (parent) =>
      load(parent, async (signal) => {
        const { items, next } = folders.value.get(parent) ?? { items: [], next: '' };
        const page = await readPage(room_id, parent, viewer, next, signal);
        return { ...page, items: [...items, ...page.items] };
      }),
    reload,
  };
}

/** Where an item goes: into a folder, after one of its items. */
export interface Spot {
  readonly parent_id: Parent;
  readonly after: Item['id'] | 'first';
}

export type Step = 'up' | 'down' | 'into' | 'out';

/**
 * Returns where an item goes by one step; undefined: it cannot go there. `into` is the folder before the item in its own folder, or else
 * the next one after it.
 */
export function spotOf(
  { folders, items }: Pick<Tree, 'folders' | 'items'>,
  item: Item,
  step: Step,
): (Omit<Spot, 'after'> & Partial<Spot>) | undefined {
  const { parent_id } = item;
  const siblings = folders.get(parent_id)?.items ?? [];
  const at = siblings.findIndex(({ id }) => id === item.id);
  const [before, next] = [siblings[at - 1], siblings[at + 1]];
  if (step === 'up') return before && { parent_id, after: siblings[at - 2]?.id ?? 'first' };
  if (step === 'down') return next && { parent_id, after: next.id };
  if (step === 'out') {
    const parent = parent_id === null ? undefined : items.get(parent_id);
    return parent && { parent_id: parent.parent_id, after: parent.id };
  }
  const folder =
    siblings.slice(0, Math.max(at, 0)).findLast(isFolder) ?? siblings.slice(at + 1).find(isFolder);
  return folder && { parent_id: folder.id };
}

/** Returns where an item stands now, so that a move can be undone. */
export function presentSpot({ folders }: Pick<Tree, 'folders'>, { id, parent_id }: Item): Spot {
  const siblings = folders.get(parent_id)?.items ?? [];
  return { parent_id, after: siblings[siblings.findIndex((one) => one.id === id) - 1]?.id ?? 'first' };
}

/** Returns the page of a document in a room. */
export const pageOf = (documentId: string, room: Room): string =>
  `${baseUrl}/d/${documentId}?room=${room.id}`;

/** Returns the folders above an item, from the top. */
export function pathOf(items: Tree['items'], item: Pick<Item, 'parent_id'>): Item[] {
  const parent = item.parent_id && items.get(item.parent_id);
  return parent ? [...pathOf(items, parent), parent] : [];
}

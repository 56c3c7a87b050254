import { dayMilliseconds } from '../../../shared/contract/days.ts';
import {
  type ActorId,
  type DocumentId,
  type GroupId,
  type OrganizationId,
  type RoomItemId,
  ulidOf,
} from '../../../shared/contract/identifiers.ts';
import type { AccessRecord } from '../../../shared/data/rooms/access.ts';
import type { Frame } from '../../../shared/data/rooms/frame.ts';
import { itemOfDocument, type PlacedDocument } from '../../../shared/data/rooms/items.ts';
import { newId, newUlid, ulidAt } from '../../../shared/data/table/ids.ts';
import {
  type Folder,
  type Group,
  type Item,
  type Paper,
  type RandomRoom,
  type Subject,
  type Visitor,
  visitors,
} from './randomRoom.ts';

const [creator] = visitors;

/** What the table calls the visitors and groups of a room. */
export interface Cast {
  readonly organization_id: OrganizationId;
  readonly idOf: (visitor: Visitor) => ActorId;
  readonly addressOf: (visitor: Visitor) => string;
  readonly idOfGroup: (group: Group) => GroupId;
}

/** A room at random, as the table has it. */
export interface RoomRecords {
  readonly frame: Frame;
  readonly placed: readonly PlacedDocument[];
  readonly idOf: (item: Item) => RoomItemId;
  readonly nameOf: (itemId: RoomItemId) => string;
  readonly papers: ReadonlyMap<DocumentId, Paper>;
}

/** Returns a cast of which the table knows nothing. */
export function unstoredCast(): Cast {
  const ids = new Map<Visitor, ActorId>();
  const groups = new Map<Group, GroupId>();
  const kept = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
    const value = map.get(key) ?? make();
    map.set(key, value);
    return value;
  };
  return {
    organization_id: newId('org'),
    idOf: (visitor) => kept(ids, visitor, () => newId('user')),
    addressOf: ({ name, domain }) => `${name}@${domain}`,
    idOfGroup: (group) => kept(groups, group, () => newId('grp')),
  };
}

/** Returns when members left who have left, in epoch milliseconds. */
export const leftAtOf = (now: number): number => now - dayMilliseconds;

/** Returns the time that a room states, around `now` (epoch milliseconds). */
export const timeAround = (when: 'before' | 'later' | null, now: number): string | null =>
  when && new Date(now + (when === 'later' ? 1 : -1) * dayMilliseconds).toISOString();

function subjectIn(subject: Subject, cast: Cast): Pick<AccessRecord, 'group_id' | 'email' | 'organization'> {
  if (subject === 'members') return { organization: true };
  return 'group' in subject
    ? { group_id: cast.idOfGroup(subject.group) }
    : { email: cast.addressOf(subject.address) };
}

/** Returns the items that can be reached from the top, and that no request still adds. */
const standingAmong = (items: readonly Item[]): Item[] =>
  items
    .filter(({ isStaged }) => !isStaged)
    .flatMap((item) => [item, ...(item.kind === 'folder' ? standingAmong(item.items) : [])]);

const documentsAmong = (items: readonly Item[]): Paper[] =>
  items.filter((item) => item.kind === 'document').filter(({ isStaged }) => !isStaged);

/** Returns a room as the table has it at `now` (epoch milliseconds), without its gate. */
export function recordsOf(room: RandomRoom, cast: Cast, now: number, id = newId('room')): RoomRecords {
  const by = (visitor: Visitor) => ({
    id: cast.idOf(visitor),
    type: visitor.isPerson ? ('user_account' as const) : ('service_account' as const),
    name: visitor.name,
  });
  const staged = { batch: newUlid(), document_places: [], folder_ids: [], since_ms: now };
  const folders: Frame['folders'][number][] = [];
  const placed: PlacedDocument[] = [];
  const ids = new Map<Item, RoomItemId>();
  const added = new Map<Item, string>();
  const papers = new Map<DocumentId, Paper>();
  const created_at = new Date(now - 60_000).toISOString();

  const own = (item: Item, parent_id: RoomItemId | null, index: number) => ({
    parent_id,
    order: `a${index.toString(36).padStart(2, '0')}`,
    state: item.state,
    opens_at: timeAround(item.opens, now),
    created_at,
    ...(item.isStaged && { batch: staged.batch }),
    revision: 1,
  });
  const placeFolder = (folder: Folder, parent_id: RoomItemId | null, index: number): void => {
    const folderId = newId('itm');
    ids.set(folder, folderId);
    added.set(folder, created_at);
    const document_count = documentsAmong(folder.items).length;
    folders.push({ id: folderId, name: folder.name, document_count, ...own(folder, parent_id, index) });
    place(folder.items, folderId);
  };
  const placePaper = (paper: Paper, parent_id: RoomItemId | null, index: number): void => {
    const document_id = newId('doc');
    const ulid = newUlid();
    ids.set(paper, itemOfDocument(document_id));
    added.set(paper, ulid);
    papers.set(document_id, paper);
    placed.push({
      document_id,
      added: ulid,
      ...(paper.content !== 'ready' && { absent: paper.content }),
      ...(paper.privateOf && { private_of: cast.idOf(paper.privateOf) }),
      ...own(paper, parent_id, index),
    });
  };
  const place = (items: readonly Item[], parentId: RoomItemId | null): void => {
    for (const [index, item] of items.entries())
      item.kind === 'folder' ? placeFolder(item, parentId, index) : placePaper(item, parentId, index);
  };
  place(room.items, null);
  place(room.remains, newId('itm'));

  const access = room.entries.map((entry): AccessRecord => {
    const item_id = entry.item && (ids.get(entry.item) ?? null);
    const item_added = entry.item && (added.get(entry.item) ?? null);
    return {
      id: `rac_${ulidAt(entry.isBeforeLeaving ? leftAtOf(now) - dayMilliseconds : now, newId('rac'))}`,
      room_id: id,
      organization_id: cast.organization_id,
      item_id,
      ...(item_added && { item_added: entry.isOfEarlierItem ? `${item_added} before` : item_added }),
      ...subjectIn(entry.subject, cast),
      level: entry.level,
      expires_at: entry.hasEnded ? timeAround('before', now) : null,
      created_by: by(creator),
      revision: 1,
    };
  });
  const names = new Map([...ids].map(([item, itemId]) => [itemId, item.name]));
  const standing = standingAmong(room.items);
  const documents = documentsAmong(standing);
  const frame: Frame = {
    room: {
      id,
      organization_id: cast.organization_id,
      name: `Room ${room.seed}`,
      description: 'What is sold',
      numbering: room.numbering,
      state: room.state,
      opens_at: timeAround(room.opens, now),
      closes_at: timeAround(room.closes, now),
      created_by: by(creator),
      folder_count: standing.length - documents.length,
      document_count: documents.length,
      deleted_count: documents.filter(({ content }) => content === 'deleted').length,
      documents_at_top: documentsAmong(room.items).length,
      staged,
      revision: 1,
    },
    gate: [],
    access,
    folders,
  };
  return {
    frame,
    placed,
    papers,
    idOf: (item) => ids.get(item) as RoomItemId,
    nameOf: (itemId) => names.get(itemId) ?? `an item that is not in the room: ${ulidOf(itemId)}`,
  };
}

import type { ActorId, DocumentId, RoomItemId } from '../../contract/identifiers.ts';
import { type DocumentItem, getDocuments } from '../../data/documents/documents.ts';
import { getMembers } from '../../data/organizations/organizations.ts';
import { stateInRooms } from '../../data/rooms/copies.ts';
import type { Frame } from '../../data/rooms/frame.ts';
import {
  documentOfItem,
  getPlaces,
  itemOfDocument,
  listPlaced,
  type PlacedDocument,
} from '../../data/rooms/items.ts';
import { inOrder, type Tree } from '../../data/rooms/tree.ts';
import { isStanding } from './granted.ts';
import { type Neighbour, neighbourOf, type Side } from './neighbours.ts';
import { type Seen, type SeenItem, type ShownItem, seenIn, shownAs, type Viewer } from './seen.ts';
import { doubtedBefore, foldersBehind, itemsBelow, numberOfFolder, type Unread } from './walk.ts';

/** A room, and somebody who looks at it. */
export interface Look {
  readonly frame: Frame;
  readonly tree: Tree;
  readonly viewer: Viewer;
  /** Reads the documents with access entries of their own for the viewer. */
  readonly granted: () => Promise<readonly PlacedDocument[]>;
  /** A document that was read, and that the viewer sees. Default: none */
  readonly known?: DocumentItem;
  /** Epoch milliseconds. */
  readonly now: number;
}

interface PageAsked {
  /** null: the top. */
  readonly parentId: RoomItemId | null;
  readonly isRecursive: boolean;
  /** The last item of the page before. Undefined: the page is the first */
  readonly after: RoomItemId | undefined;
  readonly limit: number;
}

export interface ItemPage {
  readonly items: readonly ShownItem[];
  readonly hasMore: boolean;
}

/** A page reads at most this many documents that only the copies of their states hide. */
const doubtedMax = 100;

/** The most round trips in which the documents beside another one are looked for. */
const neighbourRoundsMax = 5;

/**
 * Reads what somebody sees of a room, a part at a time. Documents that it shows are decided by what they are now; numbers count the other
 * ones by the copies of their states.
 */
export class RoomView {
  readonly #look: Look;
  readonly #lists = new Map<RoomItemId | null, readonly PlacedDocument[]>();
  readonly #documents = new Map<DocumentId, DocumentItem | undefined>();
  readonly #members = new Map<ActorId, boolean>();
  readonly #granted: readonly PlacedDocument[];
  #seen: Seen | undefined;

  private constructor(look: Look, granted: readonly PlacedDocument[]) {
    this.#look = look;
    this.#granted = granted;
  }

  static async of(look: Look): Promise<RoomView> {
    const granted = await look.granted();
    const view = new RoomView(look, granted);
    const { known } = look;
    if (known) {
      view.#documents.set(known.id, known);
      // A private document is seen only while its creator is a member.
      if (known.access_level === 'private') view.#members.set(known.created_by.id, true);
    }
    await view.#readDocuments(granted.map(({ document_id }) => document_id));
    return view;
  }

  /** What the viewer sees, by what was read until now. */
  get seen(): Seen {
    const { frame, tree, viewer, now } = this.#look;
    this.#seen ??= seenIn({
      tree,
      viewer,
      now,
      numbering: frame.room.numbering,
      granted: this.#granted.map((one) => this.#asItIs(one)),
      isMember: (creator) => this.#members.get(creator) === true,
    });
    return this.#seen;
  }

  /** Returns whether the viewer sees a folder. null: the top, which everybody sees. */
  seesFolder(folderId: RoomItemId | null): boolean {
    return folderId === null || this.seen.folder(folderId) !== undefined;
  }

  /** Reads all documents that the viewer sees, by the copies of their states. */
  async documents(): Promise<readonly PlacedDocument[]> {
    const folders = [null, ...this.#look.tree.folders.keys()].filter((id) => this.seesFolder(id));
    await this.#readLists(folders);
    return folders.flatMap(
      (id) => this.#documentsIn(id)?.filter((one) => this.seen.document(one) !== undefined) ?? [],
    );
  }

  /** Returns an item; undefined: it is not in the room, or the viewer does not see it. */
  async item(itemId: RoomItemId): Promise<ShownItem | undefined> {
    const folder = this.#look.tree.folders.get(itemId);
    const parentId = folder ? folder.parent_id : await this.#parentOf(itemId);
    if (parentId === undefined || !this.seesFolder(parentId)) return undefined;
    const path = this.#look.tree.pathTo(parentId);
    await Promise.all([
      this.#readLists([parentId, ...path.map(({ parent_id }) => parent_id)]),
      folder ? undefined : this.#readDocuments([documentOfItem(itemId)]),
    ]);
    const number = await this.#numberOf(parentId);
    const found = this.seen
      .within(parentId, this.#documentsIn(parentId) ?? [], number)
      .find(({ id }) => id === itemId);
    return found && this.#shown(found);
  }

  /**
   * Returns a page of the items in a folder that the viewer sees. Only the last page is short. Undefined: the last item of the page before
   * is not among them any more. A page behind a hidden item would tell where the item is.
   */
  async page({ parentId, isRecursive, after, limit }: PageAsked): Promise<ItemPage | undefined> {
    const path = this.#look.tree.pathTo(parentId);
    await this.#readLists([parentId, ...path.map(({ parent_id }) => parent_id)]);
    const places = after === undefined ? [] : await this.#placesOf(after, parentId, isRecursive);
    if (places === undefined) return undefined;
    let doubts = doubtedMax;
    for (;;) {
      const found: SeenItem[] = [];
      const walk = {
        seen: this.seen,
        documentsIn: (id: RoomItemId | null) => this.#documentsIn(id),
        isRecursive,
      };
      const start = { id: parentId, number: await this.#numberOf(parentId) };
      let unread: Unread | undefined;
      for (const step of itemsBelow(walk, start, places)) {
        if (step.kind === 'unread') unread = step;
        else found.push(step);
        if (found.length > limit) break;
      }
      const unknown = found.flatMap((item) =>
        item.kind === 'document' && !this.#documents.has(item.document.document_id)
          ? [item.document.document_id]
          : [],
      );
      const hopeful = { ...walk, documentsIn: (id: RoomItemId | null) => this.#hopedIn(id) };
      const doubted = doubtedBefore([hopeful, start, places], found, { enough: limit + 1, most: doubts });
      doubts -= doubted.length;
      await Promise.all([
        unread && this.#readLists([unread.folderId, ...this.#behind(unread, limit + 1 - found.length)]),
        this.#readDocuments([...unknown, ...doubted]),
      ]);
      if (!unread && unknown.length === 0 && doubted.length === 0)
        return {
          items: found.slice(0, limit).map((item) => this.#shown(item)),
          hasMore: found.length > limit,
        };
    }
  }

  /**
   * Returns the documents before and after a document that the viewer sees, in the order of the numbers. Looks for both at a time, and
   * gives up after some round trips, because many folders in a row may have hidden documents only.
   */
  async besideDocument({ document_id, parent_id }: Pick<PlacedDocument, 'document_id' | 'parent_id'>) {
    const itemId = itemOfDocument(document_id);
    const find = (side: Side) =>
      neighbourOf(
        {
          seen: this.seen,
          tree: this.#look.tree,
          documentsIn: (id) => this.#documentsIn(id),
          isRead: (id) => this.#documents.has(id),
        },
        itemId,
        parent_id,
        side,
      );
    for (let round = 0; round < neighbourRoundsMax; round++) {
      const needed = [find('before'), find('after')].filter(({ kind }) => kind !== 'found');
      if (needed.length === 0) break;
      await Promise.all([
        this.#readLists(needed.flatMap((one) => (one.kind === 'folder' ? [one.folderId] : []))),
        this.#readDocuments(needed.flatMap((one) => (one.kind === 'document' ? one.documentId : []))),
      ]);
    }
    const shown = (neighbour: Neighbour) =>
      neighbour.kind === 'found' && neighbour.item ? this.#shown(neighbour.item) : undefined;
    return { before: shown(find('before')), after: shown(find('after')) };
  }

  #shown(item: SeenItem): ShownItem {
    return item.kind === 'folder'
      ? shownAs(item, item.folder.name)
      : shownAs(item, this.#titleOf(item.document.document_id));
  }

  #titleOf(documentId: DocumentId): string {
    return this.#documents.get(documentId)?.title ?? '';
  }

  /** Returns the documents of a folder as they are; undefined: they are not read. Most folders without documents need no read. */
  #documentsIn(folderId: RoomItemId | null): readonly PlacedDocument[] | undefined {
    return (
      this.#lists.get(folderId)?.map((one) => this.#asItIs(one)) ?? (this.#isEmpty(folderId) ? [] : undefined)
    );
  }

  /** Returns the documents of a folder, as if the copies of their states hid none; undefined: they are not read. */
  #hopedIn(folderId: RoomItemId | null): readonly PlacedDocument[] | undefined {
    const documents = this.#documentsIn(folderId);
    return documents?.map((one) => (this.#documents.has(one.document_id) ? one : withoutState(one)));
  }

  #isEmpty(folderId: RoomItemId | null): boolean {
    const { frame, tree } = this.#look;
    return (
      (folderId === null ? frame.room.documents_at_top : tree.folders.get(folderId)?.document_count) === 0
    );
  }

  /** Returns a placed document with the state of its document, if that was read. */
  #asItIs(placed: PlacedDocument): PlacedDocument {
    if (!this.#documents.has(placed.document_id)) return placed;
    const document = this.#documents.get(placed.document_id);
    return { ...withoutState(placed), ...stateInRooms(document, this.#look.frame.room.organization_id) };
  }

  async #numberOf(folderId: RoomItemId | null): Promise<string> {
    const path = this.#look.tree.pathTo(folderId);
    for (;;) {
      const number = numberOfFolder({ seen: this.seen, documentsIn: (id) => this.#documentsIn(id) }, path);
      if (typeof number === 'string') return number;
      await this.#readLists([number.folderId]);
    }
  }

  /** Returns the folder of a document; undefined: it is not in the room. */
  async #parentOf(itemId: RoomItemId): Promise<RoomItemId | null | undefined> {
    const { frame, tree } = this.#look;
    const documentId = documentOfItem(itemId);
    for (const [folderId, documents] of this.#lists)
      if (documents.some(({ document_id }) => document_id === documentId)) return folderId;
    const [place] = await getPlaces(frame.room.id, [documentId]);
    if (!place || !tree.has(place.parent_id)) return undefined;
    return place.parent_id;
  }

  /**
   * Returns the places from a folder down to an item in it, or with `isRecursive` below it; undefined: the viewer sees it nowhere there.
   */
  async #placesOf(
    itemId: RoomItemId,
    from: RoomItemId | null,
    isRecursive: boolean,
  ): Promise<readonly { readonly order: string }[] | undefined> {
    const { tree } = this.#look;
    const folder = tree.folders.get(itemId);
    const parentId = folder ? folder.parent_id : await this.#parentOf(itemId);
    if (parentId === undefined) return undefined;
    if (!folder) await this.#readLists([parentId]);
    const find = () =>
      this.#documentsIn(parentId)?.find(({ document_id }) => itemOfDocument(document_id) === itemId);
    const sees = (one = find()) => one !== undefined && this.seen.document(one) !== undefined;
    // Only its copy may hide it.
    if (!folder && !sees()) await this.#readDocuments([documentOfItem(itemId)]);
    const isSeen = folder ? this.seesFolder(itemId) : sees();
    const item = folder ?? find();
    const start = tree.pathTo(from).length;
    const above = tree.pathTo(parentId);
    const isBelow = from === null || above[start - 1]?.id === from;
    const isIn = isRecursive ? isBelow : parentId === from;
    return item && isSeen && isIn ? [...above.slice(start), item] : undefined;
  }

  /** Returns the folders behind one that is not read, which a page of this many more items will need too. */
  #behind({ folderId }: Unread, more: number): readonly RoomItemId[] {
    return foldersBehind(
      this.#look.tree,
      folderId,
      (id) => this.seesFolder(id) && !this.#lists.has(id) && !this.#isEmpty(id),
      more,
    );
  }

  /** Reads the documents of folders, each in one request, all in one round trip. Folders that were read are not read again. */
  async #readLists(folderIds: readonly (RoomItemId | null)[]): Promise<void> {
    const { frame } = this.#look;
    const missing = [...new Set(folderIds)].filter((id) => !this.#lists.has(id) && !this.#isEmpty(id));
    if (missing.length === 0) return;
    const read = await Promise.all(
      missing.map(async (id) =>
        (await listPlaced(frame.room.id, id)).filter((one) => isStanding(one, frame)).toSorted(inOrder),
      ),
    );
    for (const [index, id] of missing.entries()) this.#lists.set(id, read[index] ?? []);
    await this.#readCreators(read.flat().flatMap(({ private_of }) => private_of ?? []));
    this.#seen = undefined;
  }

  /** Reads documents, 100 in a request. */
  async #readDocuments(documentIds: readonly DocumentId[]): Promise<void> {
    const missing = documentIds.filter((id) => !this.#documents.has(id));
    if (missing.length === 0) return;
    const found = new Map((await getDocuments(missing)).map((document) => [document.id, document]));
    for (const id of missing) this.#documents.set(id, found.get(id));
    await this.#readCreators(
      [...found.values()].flatMap(({ access_level, created_by }) =>
        access_level === 'private' ? [created_by.id] : [],
      ),
    );
    this.#seen = undefined;
  }

  /** Reads which creators of private documents are members. Managers see private documents in any case. */
  async #readCreators(creators: readonly ActorId[]): Promise<void> {
    const { frame, viewer } = this.#look;
    const missing = [...new Set(creators)].filter((id) => !this.#members.has(id));
    if (viewer.kind === 'manager' || missing.length === 0) return;
    const members = await getMembers(frame.room.organization_id, missing);
    const found = new Set(members.map(({ user_id }) => user_id));
    for (const id of missing) this.#members.set(id, found.has(id));
  }
}

/** Returns a placed document without the copy of its document's state. */
function withoutState({ absent: _absent, private_of: _private, ...placed }: PlacedDocument): PlacedDocument {
  return placed;
}

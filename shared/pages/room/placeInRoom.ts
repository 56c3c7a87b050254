import { shownLine } from '../../contract/shownText.ts';
import type { DocumentItem } from '../../data/documents/documents.ts';
import { documentPath, linkTo, roomPath } from '../../presentation/links.ts';
import { grantedDocuments } from '../../reading/rooms/granted.ts';
import { ownLook } from '../../reading/rooms/preview.ts';
import type { ShownItem } from '../../reading/rooms/seen.ts';
import { RoomView } from '../../reading/rooms/view.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { ofItsOwn } from '../document/words.ts';
import type { Reader } from '../readablePage.ts';

/** The parts of a document's page that show where the document stands in the room by which it is read. */
interface PlaceInRoom {
  /** The room and the folders above the document. */
  readonly path: Html;
  /** The links to the documents before and after it. */
  readonly beside: Html;
}

/** Returns where a document stands in the room by which it is read; undefined: it is read by none. `now`: epoch milliseconds */
export async function placeInRoom(
  { room }: Pick<Reader, 'room'>,
  document: DocumentItem,
  now: number,
): Promise<PlaceInRoom | undefined> {
  if (!room) return undefined;
  const { entrant, placed, id } = room;
  // Folders show also because of documents in them that have access entries of their own.
  const view = await RoomView.of({
    ...ownLook(entrant, now),
    granted: async () =>
      entrant.kind === 'reader' ? grantedDocuments(entrant.frame, entrant.tree, entrant.entries, placed) : [],
    known: document,
  });
  const { before, after } = await view.besideDocument(placed);
  const link = (item: ShownItem | undefined, key: 'room.before' | 'room.after') =>
    item?.document_id &&
    html`<a class="${key === 'room.before' ? 'before' : 'after'}" href="${linkTo(documentPath(item.document_id, { room: id }))}"><span class="hidden">${t(key)} </span><bdi ${ofItsOwn(item.name)}>${shownLine(item.name)}</bdi></a>`;
  const { name } = entrant.frame.room;
  return {
    path: html`<nav class="path" aria-label="${t('room.path')}"><ol role="list">
<li><a href="${linkTo(roomPath(id))}"><bdi ${ofItsOwn(name)}>${shownLine(name)}</bdi></a></li>
${entrant.tree.pathTo(placed.parent_id).map((folder) => html`<li><a href="${linkTo(roomPath(id, { folder: folder.id }))}"><bdi ${ofItsOwn(folder.name)}>${shownLine(folder.name)}</bdi></a></li>`)}
</ol></nav>`,
    beside:
      before || after
        ? html`<nav class="beside" aria-label="${t('room.beside')}">${link(before, 'room.before')}${link(after, 'room.after')}</nav>`
        : html``,
  };
}

import type { DocumentId, RoomId, RoomItemId } from '../../contract/identifiers.ts';
import { documentPath, linkTo } from '../../presentation/links.ts';
import type { ShownItem } from '../../reading/rooms/seen.ts';
import { type Html, html } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { ofItsOwn } from '../document/words.ts';

/** Returns items with their folders open, in lists within lists. `items`: everything below a folder (null: the room), as the numbers run */
export function treeWith(roomId: RoomId, items: readonly ShownItem[], parentId: RoomItemId | null): Html {
  const byParent = Map.groupBy(items, ({ parent_id }) => parent_id);
  const listIn = (id: RoomItemId | null): Html | null => {
    const children = byParent.get(id);
    return children
      ? html`<ol role="list">
${children.map((item) =>
  item.document_id
    ? documentRow(roomId, item.document_id, item)
    : html`<li><details open><summary>${label(item)}</summary>
${listIn(item.id) ?? html`<p class="none">${t('room.emptyFolder')}</p>`}</details></li>\n`,
)}
</ol>`
      : null;
  };
  return listIn(parentId) ?? html``;
}

/** Returns the items of one folder. `toFolder`: returns the link that opens a folder */
export const listOf = (
  roomId: RoomId,
  items: readonly ShownItem[],
  toFolder: (id: RoomItemId) => string,
): Html => html`<ol role="list">
${items.map((item) =>
  item.document_id
    ? documentRow(roomId, item.document_id, item)
    : html`<li><a class="folder" href="${toFolder(item.id)}">${label(item)}</a></li>\n`,
)}
</ol>`;

const documentRow = (roomId: RoomId, documentId: DocumentId, item: ShownItem): Html =>
  html`<li><a href="${linkTo(documentPath(documentId, { room: roomId }))}">${label(item)}</a></li>\n`;

const label = ({ kind, number, name }: ShownItem): Html =>
  html`<span class="number">${number}</span> <bdi ${ofItsOwn(name)}>${name}</bdi>${kind === 'folder' && html`<span class="hidden"> (${t('room.folder')})</span>`}`;

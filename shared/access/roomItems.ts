import type { ErrorCode } from '../contract/errorCodes.ts';
import { folderItemsMax, roomFoldersMax, roomItemsMax, roomLevelsMax } from '../contract/limits.ts';
import type { BodyOf } from '../contract/operation.ts';
import type { createRoomItems } from '../contract/operations/rooms.ts';
import type { GivenItem, RoomLimit } from '../data/rooms/givenItems.ts';
import { type ApiError, forbidden, notFound, quotaExceeded, wrongField } from './errors.ts';

type Body = BodyOf<typeof createRoomItems>;
type BodyItem = NonNullable<Body['items']>[number];

/**
 * Returns the items that a request adds to a room. Throws 400 for a body with one item and several, and for fields that an item cannot
 * have.
 */
export function givenItems({ items, kind, ...given }: Body): GivenItem[] {
  if (items) {
    const [other] = Object.entries({ kind, ...given }).find(([, value]) => value !== undefined) ?? [];
    if (other !== undefined) throw wrongField(other, 'cannot stand beside items');
    return items.map((item, index) => givenItem(item, index));
  }
  if (kind === undefined) throw wrongField('kind', 'is required', undefined, 'missing_required_field');
  return [givenItem({ kind, ...given })];
}

function givenItem(
  { kind, name, document_id, parent_id = null, after, state = 'open', opens_at = null }: BodyItem,
  index?: number,
): GivenItem {
  const wrong = (field: keyof BodyItem, what: string, code?: ErrorCode) =>
    wrongField(paramOf(field, index), what, undefined, code);
  const place = { parent_id, after, state, opens_at };
  if (kind === 'folder') {
    if (document_id !== undefined) throw wrong('document_id', 'is for documents only');
    if (name === undefined) throw wrong('name', 'is required', 'missing_required_field');
    return { ...place, name };
  }
  if (name !== undefined) throw wrong('name', nameOfDocument);
  if (document_id === undefined) throw wrong('document_id', 'is required', 'missing_required_field');
  return { ...place, document_id };
}

/** Returns the name of a field in a request: with the place of the item, if the request has several. */
const paramOf = (field: string, index: number | undefined): string =>
  index === undefined ? field : `items[${index}].${field}`;

/** Returns the errors for items that cannot be added. */
export function itemErrors({ items }: Body) {
  const param = (field: string, index: number) => paramOf(field, items && index);
  return {
    no_folder: (index: number) => wrongField(param('parent_id', index), notAFolder),
    nothing_to_come_after: (index: number) => wrongField(param('after', index), nothingToComeAfter),
    in_room_already: (index: number) => wrongField(param('document_id', index), 'is in the room already'),
    no_document: (index: number) => notFound('document', param('document_id', index)),
    document_of_others: () =>
      forbidden(
        'Only its creator and the owners and admins of its organization may put a document into a room.',
      ),
    too_many: limitExceeded,
  };
}

export const nameOfDocument = 'is for folders only: a document has its title';
export const notAFolder = 'must be a folder of the room';
export const nothingToComeAfter = 'must be first, or an item of the same folder';

const limits: Readonly<Record<RoomLimit, string>> = {
  items: `A room has at most ${roomItemsMax} items.`,
  folders: `A room has at most ${roomFoldersMax} folders.`,
  levels: `A room has at most ${roomLevelsMax} levels of folders.`,
  'items of a folder': `A folder of a room has at most ${folderItemsMax} items.`,
};

/** The 403 for a change after which a room would be too large. */
export const limitExceeded = (limit: RoomLimit): ApiError => quotaExceeded(limits[limit]);

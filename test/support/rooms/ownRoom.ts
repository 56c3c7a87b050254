import type { RoomItem } from '../../../shared/contract/resources/room.ts';
import type { CallRequest } from '../client.ts';
import { call, readyDocument, uniqueTitle } from '../documents.ts';

/** A room of the owner, and the calls that change its tree. */
export async function ownRoom(given: object = {}) {
  const { body: room } = await call.createRoom({ json: { name: uniqueTitle('Purchase'), ...given } });
  const path = { room_id: room.id };
  const post = (json: unknown, more: CallRequest = {}) => call.createRoomItems({ path, json, ...more });
  const items = async (query: Readonly<Record<string, string>> = { recursive: 'true' }) =>
    (await call.listRoomItems({ path, query: { limit: '100', ...query } })).body.items;
  return {
    room,
    path,
    post,
    items,
    /** Adds one item, and returns it. */
    add: async (json: object): Promise<RoomItem> => oneOf((await post(json)).body),
    /** Makes a ready document, and adds it. Returns its item and its ids. Default: for the organization */
    async addDocument(fields: Readonly<Record<string, string>> = {}, item: object = {}) {
      const { document_id, version_id } = await readyDocument({
        fields: { access_level: 'organization', ...fields },
      });
      const { id } = oneOf((await post({ kind: 'document', document_id, ...item })).body);
      return { item_id: id, document_id, version_id };
    },
    /** Gives access without a mail. */
    grant: (json: object, more: CallRequest = {}) =>
      call.createRoomAccess({ path, json: { send_mail: false, ...json }, ...more }),
    /** Adds a folder at the end, and returns its id. */
    folder: async (name: string, parent_id: string | null = null): Promise<string> =>
      oneOf((await post({ kind: 'folder', name, parent_id })).body).id,
    change: (item_id: string, json: object, more: CallRequest = {}) =>
      call.updateRoomItem({ path: { ...path, item_id }, json, ...more }),
    remove: (item_id: string, more: CallRequest = {}) =>
      call.deleteRoomItem({ path: { ...path, item_id }, ...more }),
    /** The numbers and names of all items, in order. */
    tree: async (): Promise<string[]> => (await items()).map(({ number, name }) => `${number} ${name}`),
    read: async () => (await call.getRoom({ path })).body,
  };
}

function oneOf(body: RoomItem | { readonly items: readonly RoomItem[] }): RoomItem {
  if ('items' in body) throw new Error('the answer has several items');
  return body;
}

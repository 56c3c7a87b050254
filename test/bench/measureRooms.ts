import { operations as contracts } from '../../shared/contract/operations.ts';
import type { Stage } from '../support/stages/stage.ts';
import type { Client } from './client.ts';
import type { Measure } from './measured.ts';
import { openAs } from './openPage.ts';

/** Measures what a member reads in a room: its page, and the page of a document that only the room opens. */
export async function measureRooms(
  { credentials }: Stage,
  client: Client,
  measure: Measure,
  documentId: string,
): Promise<void> {
  const open = openAs(credentials, 'member');
  const { id: room_id } = await client.call(contracts.createRoom, { json: { name: 'Purchase' } });
  const path = { room_id };
  await client.succeed(contracts.createRoomItems, {
    path,
    json: { kind: 'document', document_id: documentId, parent_id: null },
  });
  await client.succeed(contracts.createRoomAccess, { path, json: { organization: true, level: 'view' } });
  await measure('roomPage', () => open(`/r/${room_id}`));
  await measure('documentPage', () => open(`/d/${documentId}?room=${room_id}`), { note: 'by a room' });
}

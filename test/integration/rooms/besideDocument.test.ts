import { expect, test } from 'vitest';
import { createDocument } from '../../../shared/data/documents/documents.ts';
import { getFrame } from '../../../shared/data/rooms/frame.ts';
import { treeOf } from '../../../shared/data/rooms/tree.ts';
import { transact } from '../../../shared/data/table/commit.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { RoomView } from '../../../shared/reading/rooms/view.ts';
import { storedOrganization } from '../../support/people/people.ts';
import { storedRoom } from '../../support/rooms/storedRoom.ts';
import { sharedStage } from '../../support/stages/sharedStage.ts';
import { readyDocument } from '../../support/storedDocuments.ts';

await sharedStage();

test('a private document of somebody who left is not beside another document of theirs that is not private', async () => {
  const { id: organization_id, owner } = await storedOrganization();
  const room = await storedRoom(owner, { documents_at_top: 3 });
  await room.grant({ organization: true }, 'view');
  const created_by = { id: newId('user'), type: 'user_account', name: 'Left' } as const;
  const added = async (title: string, access_level: 'private' | 'organization') => {
    const given = { organization_id, title, access_level, created_by };
    const document = readyDocument(given, { id: newId('ver'), size_bytes: 1 });
    await transact([createDocument(document)]);
    return { document, placed: await room.addDocument(document.id) };
  };
  await added('Private', 'private');
  const { document: known, placed } = await added('Read', 'organization');
  await added('Next', 'organization');
  const frame = await getFrame(room.id);
  if (!frame) throw new Error('no room');

  const view = await RoomView.of({
    frame,
    tree: treeOf(frame.folders),
    viewer: { kind: 'reader', entries: frame.access },
    granted: async () => [],
    known,
    now: Date.now(),
  });
  const { before, after } = await view.besideDocument(placed);

  expect([before?.name, after?.name]).toEqual([undefined, 'Next']);
});

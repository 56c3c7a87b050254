import { expect, test } from 'vitest';
import type { CallerItem } from '../../../../shared/data/callers/callers.ts';
import { getDocument } from '../../../../shared/data/documents/documents.ts';
import { newId } from '../../../../shared/data/table/ids.ts';
import type { Who } from '../../../../shared/reading/asking.ts';
import { share } from '../../../../shared/reading/ways/share.ts';
import { storedPerson } from '../../../support/people/people.ts';
import { sharedStage } from '../../../support/stages/sharedStage.ts';
import { makePdf, uploadForm } from '../../../support/uploads.ts';

const { call } = await sharedStage();
const now = Date.now();
const day = 24 * 60 * 60_000;

const personWhoProved = (daysAgo: number): Promise<CallerItem> =>
  storedPerson({ proven_at: new Date(now - daysAgo * day).toISOString() });

/** Returns a private document that is shared with a person. */
async function sharedWith({ email }: CallerItem) {
  const form = uploadForm({ title: 'For your eyes', access_level: 'private' }, await makePdf());
  const { body } = await call.createDocument({ as: 'member', form });
  const path = { document_id: body.id };
  const { body: shared } = await call.createDocumentShare({
    as: 'member',
    path,
    json: { email: email ?? '' },
  });
  return { document: await getDocument(body.id), share: shared };
}

const caller = ({ id, name }: CallerItem): Who => ({
  kind: 'caller',
  principal: {
    user: { id, type: 'user_account', name },
    organization_id: null,
    role: null,
    permissions: ['document#read'],
    credential: 'session:1',
    reader: true,
    bound: false,
    staff: false,
  },
});

test('opens the document to its person, who must have proven their address unless it is open already', async () => {
  const ines = await personWhoProved(89);
  const late = await personWhoProved(91);
  const forInes = await sharedWith(ines);
  const forLate = await sharedWith(late);
  const find = (who: Who, { document }: Pick<typeof forInes, 'document'>, isOpen = false) => {
    const documentId = document?.id ?? newId('doc');
    const asking = {
      documentId,
      version: undefined,
      room: undefined,
      of: 'content',
      who,
      accepting: null,
      preview: undefined,
      isJson: false,
    } as const;
    return share.find({ asking, document, isOpen, now });
  };
  const opens = (id: string) => ({ kind: 'opens', as: 'invited', record: { share_id: id } });

  expect(await find(caller(ines), forInes)).toMatchObject(opens(forInes.share.id));
  expect(await find(caller(late), forLate)).toEqual({
    kind: 'refused',
    reason: 'address_not_proven',
    at: now - day,
  });
  expect(await find(caller(late), forLate, true)).toMatchObject(opens(forLate.share.id));
  expect(await find(caller(late), forInes)).toBeUndefined();
  expect(await find(caller(ines), { document: undefined })).toBeUndefined();
});

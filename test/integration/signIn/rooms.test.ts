import { expect, test } from 'vitest';
import { newId } from '../../../shared/data/table/ids.ts';
import { storedApiKey, storedOrganization } from '../../support/people/people.ts';
import { forDocument, type StoredRoom, storedRoom } from '../../support/rooms/storedRoom.ts';
import { openSignInStage } from './signInStage.ts';

const { call, signIn } = await openSignInStage();

/** Signs in an unknown person on the way to a path. Returns the answer of the callback. */
async function signInAt(returnTo: string, email = `${crypto.randomUUID()}@guests.example`) {
  const claims = { sub: crypto.randomUUID(), email };
  const { answer } = await signIn(claims, `/login?return_to=${encodeURIComponent(returnTo)}`);
  return answer;
}

const comparable = ({ text }: { readonly text: string }): string =>
  text.replace(/[\w-]+@[\w.]+/g, '').replace(/room_\w+/g, '');

const anyDocument = newId('doc');
const owner = (await storedOrganization()).owner;
const headers = (await storedApiKey(owner)).headers;
const group = async (entry: object) => {
  const { id } = (await call.createGroup({ as: null, headers, json: { name: crypto.randomUUID() } })).body;
  await call.createGroupEntry({ as: null, headers, path: { group_id: id }, json: entry });
  return id;
};
const email = () => `${crypto.randomUUID()}@bidders.example`;
const ended = { expires_at: new Date(Date.now() - 1000).toISOString() };

test.for<[string, boolean, (room: StoredRoom, address: string) => Promise<unknown>]>([
  ['an entry for the address', true, (room, address) => room.grant({ email: address }, 'view')],
  [
    'an entry of a group with the address',
    true,
    async (room, address) => room.grant({ group_id: await group({ email: address }) }, 'download'),
  ],
  [
    'an entry of a group with its domain',
    true,
    async (room) => room.grant({ group_id: await group({ domain: 'bidders.example' }) }, 'view'),
  ],
  [
    'an entry for a document of the room',
    true,
    async (room, address) =>
      room.grant({ email: address }, 'view', forDocument(await room.addDocument(anyDocument))),
  ],
  ['an entry that ended', false, (room, address) => room.grant({ email: address }, 'view', ended)],
  ['an entry with none', false, (room, address) => room.grant({ email: address }, 'none')],
  ['an entry for all members', false, (room) => room.grant({ organization: true }, 'view')],
  ['no entry', false, async () => undefined],
])('an unknown person on the way to a room, with %s: admitted %s', async ([, isAdmitted, prepare]) => {
  for (const at of [(id: string) => `/r/${id}`, (id: string) => `/d/${anyDocument}?room=${id}`]) {
    const room = await storedRoom(owner);
    const address = email();
    await prepare(room, address);
    const answer = await signInAt(at(room.id), address);
    if (isAdmitted) {
      expect(answer).toMatchObject({ status: 303, location: expect.stringContaining(at(room.id)) });
    } else {
      const missing = await signInAt(at(newId('room')));
      const malformed = await signInAt(at('room_x'));
      expect([answer, missing, malformed].map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(comparable(answer)).toBe(comparable(missing));
    }
  }
});

import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { membersOf, problem, user_ids, type WrongRow, wrongIn } from '../support/organizations.ts';
import { ownActors } from '../support/ownActors.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

const nobody = 'usr_00000000000000000000000000';
const transfer = (user_id: string, json: unknown, as: Actor = 'owner') =>
  call.transferDocuments({ as, path: { user_id }, json });

describe('a transfer is refused', () => {
  test.for<WrongRow>([
    ['an unknown person', { to: nobody }],
    ['the member themselves', { to: user_ids.member }],
    ['null', { to: null }],
  ])('to %s', async ([, json, ...wrong]) => {
    expect(await transfer(user_ids.member, json)).toMatchObject(wrongIn(json, wrong));
  });

  test('from a person who was never in the organization, with the same answer for all', async () => {
    const [outsider] = await membersOf('outsider');
    const to = user_ids.admin;

    const answers = [await transfer(nobody, { to }), await transfer(outsider?.user_id ?? '', { to })];

    for (const answer of answers) expect(answer).toMatchObject(problem(404));
    expect(await transfer('member', { to })).toMatchObject(problem(400));
  });
});

/** These tests transfer all documents of a person. They need people of their own, which only the local service can have. */
describe.skipIf(process.env.CREDENTIALS)('in an organization of its own', () => {
  const own = ownActors();

  const uploadThere = async (as: Actor, access_level: string) => {
    const form = uploadForm({ title: `${as}, ${access_level}`, access_level }, await makePdf());
    return (await own.call.createDocument({ as, form })).body.id;
  };
  const statusFor = async (as: Actor, document_id: string) =>
    (await own.call.getDocument({ as, path: { document_id } })).status;

  test('documents of a former member go to another one, also private and deleted ones, and no other documents do', async () => {
    const { member, admin } = own.credentials.user_ids;
    const [shared, hidden, deleted] = [
      await uploadThere('member', 'organization'),
      await uploadThere('member', 'private'),
      await uploadThere('member', 'private'),
    ];
    const creatorOf = async (as: Actor, document_id: string) =>
      (await own.call.getDocument({ as, path: { document_id } })).body.created_by;
    const other = await uploadThere('service_account', 'private');
    const maker = await creatorOf('service_account', other);
    await own.call.deleteDocument({ as: 'member', path: { document_id: deleted } });
    await own.call.removeMember({ path: { user_id: member } });
    for (const as of ['owner', 'admin'] as const) expect(await statusFor(as, hidden)).toBe(404);
    const path = { user_id: member };

    // The lists that lead to the documents can lag.
    let transferred = 0;
    await eventually(
      async () => {
        const { body } = await own.call.transferDocuments({ path, json: { to: admin } });
        expect(body.has_more).toBe(false);
        transferred += body.transferred;
        return transferred;
      },
      (count) => count >= 3,
    );

    expect(transferred).toBe(3);
    for (const id of [shared, hidden])
      expect((await creatorOf('admin', id)).id).toBe(admin.replace('usr_', 'user_'));
    expect([await statusFor('owner', shared), await statusFor('owner', hidden)]).toEqual([200, 404]);
    const gone = { path: { document_id: deleted } };
    expect(await own.call.restoreDocument(gone)).toMatchObject(refused('resource_not_found', 'document_id'));
    expect((await own.call.restoreDocument({ as: 'admin', ...gone })).status).toBe(200);
    expect(await creatorOf('service_account', other)).toEqual(maker);
    expect((await own.call.transferDocuments({ path, json: { to: admin } })).body).toEqual({
      transferred: 0,
      transferred_rooms: 0,
      has_more: false,
    });
  });

  // Threat: An owner takes over private documents of a member, and only the owner's own activity shows it
  test('documents of a member can be transferred to other people only, and both members see it', async () => {
    const { credentials, call } = own;
    const { owner, admin } = credentials.user_ids;
    const [from, to] = [admin, owner].map((id) => id.replace('usr_', 'user_'));
    const made = [await uploadThere('admin', 'private'), await uploadThere('admin', 'organization')];
    const [hidden = ''] = made;
    const path = { user_id: admin };
    const json = { to: owner };
    expect(await call.transferDocuments({ path, json })).toMatchObject(problem(403));
    for (const document_id of made) {
      const { body } = await call.getDocument({ as: 'admin', path: { document_id } });
      expect(body.created_by.id).toBe(from);
    }
    const headers = { 'X-Service-Organization-Id': credentials.organization_id };

    // The lists that lead to the documents can lag.
    let transferred = 0;
    await eventually(
      async () => {
        transferred += (await call.transferDocuments({ as: 'staff', headers, path, json })).body.transferred;
        return Promise.all(made.map((document_id) => call.getDocument({ path: { document_id } })));
      },
      (found) => found.every((answer) => answer.status === 200 && answer.body.created_by.id === to),
    );

    const seenBy = async (as: Actor, type: string) =>
      (await call.listOrganizationActivity({ as, query: { limit: '100' } })).body.items.filter(
        (entry) => entry.type === type && entry.details.from === from,
      );
    const countOf = (entries: Awaited<ReturnType<typeof seenBy>>) =>
      entries.reduce((sum, { details }) => sum + Number(details.transferred), 0);
    for (const as of ['owner', 'admin'] as const) {
      const entries = await eventually(
        () => seenBy(as, 'documents.transferred'),
        (found) => countOf(found) === transferred,
      );
      for (const { actor, details } of entries) {
        expect(details).toMatchObject({ from, to, staff: true });
        expect([from, to]).not.toContain(actor?.id);
      }
    }
    const isOf = (document_id: string) => (entry: { readonly document_id: string | null }) =>
      entry.document_id === document_id;
    const ofFormer = await eventually(
      () => seenBy('admin', 'document.transferred'),
      (found) => made.every((id) => found.some(isOf(id))),
    );
    expect(ofFormer.find(isOf(hidden))).toMatchObject({ details: { from, to } });
    expect((await seenBy('owner', 'document.transferred')).filter(isOf(hidden))).toEqual([]);
    const { body } = await call.listDocumentActivity({ path: { document_id: hidden } });
    expect(body.items.at(-1)).toMatchObject({ type: 'document.created', actor: { id: from } });
    expect(body.items.map(({ type }) => type)).toContain('document.transferred');
  });
});

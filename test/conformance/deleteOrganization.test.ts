import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { type WrongRow, withoutChange, wrongIn } from '../support/organizations.ts';
import { ownActors } from '../support/ownActors.ts';
import { refused } from '../support/refusals.ts';
import { makePdf, uploadForm } from '../support/uploads.ts';

describe('nothing is deleted', () => {
  // Threat: Somebody deletes an organization by mistake, or with an admin's key
  test.for<WrongRow>([
    ['another name', { name: 'Another' }],
    ['an empty name', { name: '' }],
  ])('by %s, and every mistake is named', async ([, json, ...wrong]) => {
    const answer = await withoutChange(() => call.deleteOrganization({ json }));

    expect(answer).toMatchObject(wrongIn(json, wrong));
  });
});

/** A deletion cannot be undone. So this test needs people of its own, which only the local service can have. */
describe.skipIf(process.env.CREDENTIALS)('in an organization of its own', () => {
  const own = ownActors();

  test('an owner deletes their organization, and it is gone at once for everybody', async () => {
    const form = uploadForm({ title: 'Gone with it', access_level: 'public' }, await makePdf());
    const { id: document_id, service_url } = (await own.call.createDocument({ form })).body;
    const { name } = (await own.call.getOrganization()).body;
    expect((await fetch(service_url)).status).toBe(200);

    expect(await own.call.deleteOrganization({ json: { name } })).toMatchObject({ status: 200, body: {} });
    for (const as of ['owner', 'admin', 'member', 'read_only', 'service_account'] as const) {
      expect([401, 403]).toContain((await own.call.listOrganizationMembers({ as })).status);
      expect([401, 403]).toContain((await own.call.deleteOrganization({ as, json: { name } })).status);
    }
    for (const session of ['owner', 'member'] as const) {
      const asked = { session, headers: { Origin: own.credentials.base_url } };
      expect((await own.call.getMe(asked)).body).toMatchObject({
        organization_id: null,
        organizations: [],
      });
      expect(await own.call.getDocument({ ...asked, path: { document_id } })).toMatchObject(
        refused('resource_not_found', 'document_id'),
      );
      expect((await own.call.listDocuments(asked)).body.items).toEqual([]);
    }
    expect((await fetch(service_url)).status).toBe(404);
    expect((await own.call.listOrganizationMembers({ as: 'outsider' })).status).toBe(200);
    const headers = { 'X-Service-Organization-Id': own.credentials.organization_id };
    expect((await own.call.getOrganization({ as: 'staff', headers })).status).toBe(404);
  });
});

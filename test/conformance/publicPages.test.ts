import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { apiKeys, readyDocument } from '../support/documents.ts';
import { base_url, membersOf, user_ids } from '../support/organizations.ts';

const ownerName = (await membersOf()).find(({ user_id }) => user_id === user_ids.owner)?.display_name ?? '';

/** Opens a path of the service. If `as` is null, the request has no credential. */
async function open(path: string, as: Actor | null, accept = 'text/html') {
  const authorization = as === null ? {} : { Authorization: `Bearer ${apiKeys[as]}` };
  const response = await fetch(base_url + path, { headers: { Accept: accept, ...authorization } });
  expect(response.status).toBe(200);
  return response.text();
}

describe('the page of a public document', () => {
  // Threat: A public page shows strangers who works in the organization
  test('shows names of people to members of its organization only, on all its pages', async () => {
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });

    for (const path of [`/d/${document_id}`, `/d/${document_id}/versions/${version_id}`]) {
      for (const as of ['owner', 'member', 'service_account'] as const)
        expect(await open(path, as), as).toContain(ownerName);
      for (const as of [null, 'outsider', 'newcomer', 'staff'] as const)
        expect(await open(path, as), String(as)).not.toContain(ownerName);
    }
  });

  // Threat: A public page shows strangers who works in the organization
  test('has no names in JSON for others either', async () => {
    const { document_id, version_id } = await readyDocument({ fields: { access_level: 'public' } });

    for (const path of [`/d/${document_id}`, `/d/${document_id}/versions/${version_id}`]) {
      const named = JSON.parse(await open(path, 'member', 'application/json'));
      const unnamed = JSON.parse(await open(path, 'outsider', 'application/json'));

      expect(named.created_by.name).toBe(ownerName);
      expect(unnamed).toEqual({ ...named, created_by: { ...named.created_by, name: named.created_by.id } });
    }
  });
});

import { expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { withoutChange, wrongIn } from '../support/organizations.ts';

// Threat: Somebody deletes an organization by mistake, or with an admin's key
test.for(['Another', ''])('nothing is deleted by the name %j, and the mistake is named', async (name) => {
  const answer = await withoutChange(() => call.deleteOrganization({ json: { name } }));

  expect(answer).toMatchObject(wrongIn({ name }, []));
});

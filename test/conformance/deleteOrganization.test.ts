import { describe, expect, test } from 'vitest';
import { call } from '../support/documents.ts';
import { type WrongRow, withoutChange, wrongIn } from '../support/organizations.ts';

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

import { describe, expect } from 'vitest';
import { open } from '../support/activity.ts';
import { call, readyDocument } from '../support/documents.ts';
import { user_ids } from '../support/organizations.ts';
import { test } from '../support/test.ts';

const reader = (document_id: string, user_id: string) =>
  call.getDocumentReader({ path: { document_id, user_id } });

describe('a reader of a document', () => {
  test('is found by either id, with all pages of the current version', async () => {
    const { document_id } = await readyDocument();
    const either = [user_ids.member, user_ids.member.replace('usr_', 'user_')];
    for (const id of either)
      expect((await reader(document_id, id)).error).toMatchObject({
        code: 'resource_not_found',
        param: 'user_id',
      });
    await open(`/d/${document_id}`, 'member');

    for (const id of either) {
      const { body } = await reader(document_id, id);
      expect(body).toMatchObject({ views: 1, downloads: 0, seconds: 0, person: { id: either[1] } });
      expect(body.page_seconds).toContainEqual({ page: 1, seconds: 0 });
    }
  });

  test('is not an owner, who manages it, and not somebody unknown', async () => {
    const { document_id } = await readyDocument();
    await open(`/d/${document_id}`, 'owner');

    for (const id of [user_ids.owner, `usr_${'0'.repeat(26)}`])
      expect((await reader(document_id, id)).status).toBe(404);
    expect((await reader(document_id, 'usr_1')).error).toMatchObject({
      code: 'invalid_value',
      param: 'user_id',
    });
  });
});

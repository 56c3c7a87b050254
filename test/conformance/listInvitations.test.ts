import { describe, expect } from 'vitest';
import { call } from '../support/documents.ts';
import { invite } from '../support/invitations.ts';
import { problem } from '../support/organizations.ts';
import { idsOf, walk } from '../support/pages.ts';
import { test } from '../support/test.ts';
import { newOrganization } from '../support/webhooks.ts';

const list = (headers: Record<string, string>, query: Record<string, string> = {}) =>
  call.listInvitations({ as: 'staff', headers, query });

describe('invitations', () => {
  test('are listed newest first, page by page, without their URLs', async ({ organization: { headers } }) => {
    const made = [];
    for (let index = 0; index < 5; index++) made.push((await invite(headers)).body);

    const pages = await walk((query) => list(headers, query), { limit: '2' });

    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1]);
    const items = pages.flatMap((page) => page.items);
    expect(idsOf(items)).toEqual(idsOf(made).toReversed());
    for (const item of items) expect(item).not.toHaveProperty('url');
  });

  test('are of one organization: a cursor of another one is refused', async () => {
    const [one, other] = [await newOrganization(), await newOrganization()];
    for (let index = 0; index < 2; index++) await invite(one.headers);
    const { pagination } = (await list(one.headers, { limit: '1' })).body;

    expect(await list(other.headers, { cursor: pagination.next_cursor })).toMatchObject(problem(400));
    expect((await list(other.headers)).body.items).toEqual([]);
    expect((await call.createInvitation({ as: 'outsider', json: {} })).status).toBe(400);
  });
});

import { describe, expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { endpointOf, update } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

type Query = Readonly<Record<string, string>>;

const eventsOf = async (headers: Query, query: Query = {}) =>
  (await call.listEvents({ as: 'staff', headers, query })).body.items;

/** Makes an organization, and disables `count` endpoints in it. Returns its events, newest first. */
async function organizationWithEvents(count: number) {
  const organization = await newOrganization();
  for (let index = 0; index < count; index++)
    await update(await endpointOf(organization, ['webhook.test']), { enabled: false });
  const events = await eventually(
    () => eventsOf(organization.headers),
    (events) => events.length === count + 1,
  );
  return { ...organization, events };
}

describe('events', () => {
  test('can be listed in pages, of one type and since a time', async () => {
    const { headers, events } = await organizationWithEvents(3);
    const [newest, second] = events;
    const ask = (query: Query) => call.listEvents({ as: 'staff', headers, query });

    const first = (await ask({ limit: '3' })).body;
    const last = (await ask({ limit: '3', cursor: first.pagination.next_cursor })).body;

    expect([...first.items, ...last.items]).toEqual(events);
    expect([first, last].map(({ pagination }) => pagination.has_more)).toEqual([true, false]);
    expect((await ask({ type: 'organization.created' })).body.items).toEqual(events.slice(-1));
    expect((await ask({ type: 'webhook.disabled', limit: '1' })).body.items).toEqual([newest]);
    expect((await ask({ since: second?.timestamp ?? '' })).body.items).toEqual([newest, second]);
    expect((await ask({ type: 'document.ready' })).body).toEqual({
      items: [],
      pagination: { next_cursor: '', has_more: false },
    });
  });

  test('of a private document are shown to its creator only', async () => {
    const title = uniqueTitle('Private');
    await upload({ as: 'admin', fields: { title, access_level: 'private' } });
    const shared = uniqueTitle('Shared');
    await upload({ as: 'admin', fields: { title: shared } });
    const titlesOf = async (as: Actor) =>
      JSON.stringify((await call.listEvents({ as, query: { type: 'document.created' } })).body.items);

    const ofCreator = await eventually(
      () => titlesOf('admin'),
      (text) => text.includes(title) && text.includes(shared),
    );

    expect(ofCreator).toContain(title);
    const ofOwner = await titlesOf('owner');
    expect(ofOwner).toContain(shared);
    expect(ofOwner).not.toContain(title);
  });

  test.for<[string, string]>([
    ['type', '*'],
    ['type', 'document.exploded'],
    ['since', '2026-01-31'],
  ])('are not listed by %s %j', async ([name, value]) => {
    const answer = await call.listEvents({ query: { [name]: value } });

    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain(name);
  });
});

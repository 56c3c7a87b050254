import { expect, test } from 'vitest';
import type { Actor } from '../support/client.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { endpointOf, update } from '../support/endpoints.ts';
import { eventually } from '../support/eventually.ts';
import { problem } from '../support/organizations.ts';
import { newOrganization } from '../support/webhooks.ts';

test('events are listed newest first, in pages, of one type and since a time', async () => {
  const organization = await newOrganization();
  for (let index = 0; index < 3; index++)
    await update(await endpointOf(organization, ['webhook.test']), { enabled: false });
  const { id, headers } = organization;
  const ask = async (query: Readonly<Record<string, string>> = {}) =>
    (await call.listEvents({ as: 'staff', headers, query })).body;
  const { items: events } = await eventually(ask, ({ items }) => items.length === 4);
  const [newest, second] = events;

  expect(events.map(({ type }) => type)).toEqual([
    ...Array(3).fill('webhook.disabled'),
    'organization.created',
  ]);
  expect(events.at(-1)).toEqual({
    id: expect.stringMatching(/^evt_/),
    type: 'organization.created',
    timestamp: expect.any(String),
    organization_id: id,
    actor: expect.objectContaining({ type: 'user_account', staff: false }),
    data: expect.objectContaining({ id }),
  });
  const first = await ask({ limit: '3' });
  const last = await ask({ limit: '3', cursor: first.pagination.next_cursor });
  expect([...first.items, ...last.items]).toEqual(events);
  expect([first, last].map(({ pagination }) => pagination.has_more)).toEqual([true, false]);
  expect((await ask({ type: 'organization.created' })).items).toEqual(events.slice(-1));
  expect((await ask({ type: 'webhook.disabled', limit: '1' })).items).toEqual([newest]);
  expect((await ask({ since: second?.timestamp ?? '' })).items).toEqual([newest, second]);
  expect((await ask({ type: 'document.ready' })).items).toEqual([]);
  for (const [name, value] of [
    ['type', '*'],
    ['since', '2026-01-31'],
  ] as const) {
    const answer = await call.listEvents({ query: { [name]: value } });
    expect(answer).toMatchObject(problem(400));
    expect(answer.problem?.detail).toContain(name);
  }
});

test('events of a private document are shown to its creator only', async () => {
  const [title, shared] = [uniqueTitle('Private'), uniqueTitle('Shared')];
  await upload({ as: 'admin', fields: { title, access_level: 'private' } });
  await upload({ as: 'admin', fields: { title: shared } });
  const titlesOf = async (as: Actor) =>
    JSON.stringify((await call.listEvents({ as, query: { type: 'document.created' } })).body.items);

  await eventually(
    () => titlesOf('admin'),
    (text) => text.includes(title) && text.includes(shared),
  );

  const ofOwner = await titlesOf('owner');
  expect(ofOwner).toContain(shared);
  expect(ofOwner).not.toContain(title);
});

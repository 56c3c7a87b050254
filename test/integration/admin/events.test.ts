import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventOf } from '../../../shared/contract/events.ts';
import { type EventId, eventId } from '../../../shared/contract/identifiers.ts';
import { getEvents, payloadOf } from '../../../shared/data/webhooks/events.ts';
import { registeredIn } from './endpoints.ts';
import { founded, joined, operator } from './operator.ts';

const stage = operator();
const { everything, record, take } = stage;

const messages = () => take('EventsQueueUrl');
afterEach(messages);

const message = z.object({ event_ids: z.array(eventId) });

/** The events of the messages in the queue, with their bodies for endpoints. */
async function announced() {
  return eventsOf((await messages()).flatMap((body) => z.parse(message, body).event_ids));
}

async function eventsOf(ids: readonly EventId[]) {
  return (await getEvents(...ids)).map((event) => ({
    body: JSON.parse(event ? payloadOf(event) : '{}'),
    isDue: event?.due_at_ms !== undefined,
  }));
}

test('stores the event of a new organization without a message, as it cannot have an endpoint yet', async () => {
  const { organization } = await founded(stage);

  const items = z.array(z.looseObject({ pk: z.string(), filter_sk: z.optional(z.string()) }));
  const created = items
    .parse(await everything())
    .filter(({ filter_sk }) => filter_sk?.endsWith('#organization.created'));
  const ids = created.map(({ pk }) => `evt_${pk.slice('EVENT#'.length)}` as const);
  const [event, ...others] = await eventsOf(ids);
  expect(others).toEqual([]);
  expect(z.parse(eventOf('organization.created'), event?.body)).toMatchObject({
    organization_id: organization,
    actor: null,
    data: { id: organization, name: 'Example Ltd' },
  });
  expect(await messages()).toEqual([]);
});

test('has one event for a changed role', async () => {
  const { organization, user } = await founded(stage);
  const email = await joined(stage, organization);
  await registeredIn(organization, user);
  const setRole = (role: string) =>
    record('members set-role --yes', email, role, '--organization', organization);

  const { user_id } = await setRole('admin');
  await setRole('admin');

  const [event, ...others] = await announced();
  expect(others).toEqual([]);
  expect(event?.isDue).toBe(true);
  expect(z.parse(eventOf('member.role_updated'), event?.body)).toMatchObject({
    organization_id: organization,
    actor: null,
    data: { org_id: organization, user_id, email, role: 'admin' },
  });
});

import * as z from 'zod/mini';
import { eventActor } from '../contract/eventActor.ts';
import { documentId, policyId, ulidOf, versionId } from '../contract/identifiers.ts';
import { type ActivityItem, newActivity } from '../data/activity.ts';
import type { EventItem } from '../data/events.ts';

/** Every event is an entry of activity too: with the same 26 characters, and for as long as activity is kept. */

const body = z.object({ actor: eventActor, data: z.record(z.string(), z.unknown()) });

/** Returns the entry of an event. Of what the event shows it has the ids, and words of the service, no texts of people. */
export function entryOfEvent(event: EventItem): ActivityItem {
  const { actor, data } = z.parse(body, JSON.parse(event.body));
  const named = namedIn(data);
  return newActivity({
    id: `act_${ulidOf(event.id)}`,
    type: event.type,
    organization_id: event.organization_id,
    actor: actor && { id: actor.id, type: actor.type, name: actor.name },
    staff: actor?.staff ?? false,
    credential: event.credential ?? null,
    document_id: z.safeParse(documentId, named.document_id).data ?? null,
    version_id: z.safeParse(versionId, named.version_id).data ?? null,
    policy_id: z.safeParse(policyId, named.policy_id).data ?? null,
    details: Object.fromEntries(
      Object.entries(named).filter(([name]) => !['document_id', 'version_id', 'policy_id'].includes(name)),
    ),
  });
}

/** The name of an id, by its prefix. */
const idNames: Readonly<Record<string, string>> = {
  doc: 'document_id',
  ver: 'version_id',
  pol: 'policy_id',
  whk: 'webhook_id',
  key: 'api_key_id',
  usr: 'user_id',
};

const words = ['role', 'access_level', 'processing_status', 'state', 'disabled_reason'];

/** Returns the ids of a resource and of what it belongs to, and those of its fields that are words of the service. */
function namedIn(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { policy, owner } = z.parse(relations, data);
  const ids = [data.id, data.document_id, data.user_id, policy?.id].flatMap((id) => {
    const name = typeof id === 'string' ? idNames[id.slice(0, id.indexOf('_'))] : undefined;
    return name === undefined ? [] : [[name, id] as const];
  });
  return {
    ...Object.fromEntries(ids),
    ...(owner && { owner_id: owner.id }),
    ...Object.fromEntries(words.flatMap((word) => (data[word] == null ? [] : [[word, data[word]]]))),
  };
}

const related = z.optional(z.object({ id: z.string() }));
const relations = z.object({ policy: related, owner: related });

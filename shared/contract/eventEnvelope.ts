import * as z from 'zod/mini';
import type { EventType } from './eventTypes.ts';
import { eventId, organizationId } from './identifiers.ts';
import { user } from './resources/user.ts';
import { dateTime } from './text.ts';

/** The person or service account that made a change; null: the service itself, or its operators. */
export const eventActor = z.nullable(
  z.extend(user, {
    /** True when they acted as service staff, from outside the organization. */
    staff: z.boolean(),
  }),
);

/** Returns the schema of an event of one type, as it is POSTed to webhook endpoints. Receivers must ignore unknown fields. */
export const eventAbout = <T extends EventType, D>(type: T, data: D) =>
  z.strictObject({
    /** The `webhook-id` header too: the same event has the same id in every delivery and every retry. */
    id: eventId,
    type: z.literal(type),
    /** The time of the change. */
    timestamp: dateTime,
    /** An event stays inside its organization. */
    organization_id: organizationId,
    actor: eventActor,
    data,
  });

import * as z from 'zod/mini';
import { deliveredEvent } from '../events.ts';
import { eventTypes } from '../eventTypes.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { instant } from '../text.ts';

export const listEvents = defineOperation('listEvents', () => ({
  summary: 'List the events of your organization, newest first, as they are delivered',
  staffOverride: true,
  query: z.extend(pageQuery(), {
    type: z.optional(z.enum(eventTypes, { error: `must be one of ${eventTypes.join(', ')}` })),
    since: z.optional(instant),
  }),
  success: { status: 200, schema: listPageOf(deliveredEvent) },
}));

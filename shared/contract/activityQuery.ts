import * as z from 'zod/mini';
import { actorId } from './identifiers.ts';
import { pageQuery } from './operation.ts';
import { soughtActivityType } from './resources/activity.ts';
import { instant } from './text.ts';

/** The filters of a list of activity. */
export const activityQuery = () =>
  z
    .extend(pageQuery(), {
      since: z.optional(instant),
      until: z.optional(instant),
      actor: z.optional(actorId),
      type: z.optional(soughtActivityType),
    })
    .check(
      z.refine(({ since, until }) => !since || !until || Date.parse(since) < Date.parse(until), {
        error: 'must be before until',
        path: ['since'],
      }),
    );

import * as z from 'zod/mini';
import { user } from './resources/user.ts';

/** The person or service account that made a change; null: the service itself, or its operators. */
export const eventActor = z.nullable(
  z.extend(user, {
    /** True if the person acted as staff, from outside the organization. */
    staff: z.boolean(),
  }),
);

import * as z from 'zod/mini';
import { userType } from '../enumerations.ts';
import { actorId } from '../identifiers.ts';

/** Specification 2.6. */
export const user = z.strictObject({ id: actorId, type: userType, name: z.string().check(z.minLength(1)) });
export type User = z.infer<typeof user>;

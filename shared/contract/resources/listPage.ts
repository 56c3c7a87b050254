import * as z from 'zod/mini';

/** Specification 2.9. */
export const pagination = z.strictObject({ next_cursor: z.string(), has_more: z.boolean() });

/** Every paginated list: `items` and `pagination` (specification 2.9). */
export const listPageOf = <T extends z.core.$ZodType>(item: T) =>
  z.strictObject({ items: z.array(item), pagination });
/** A page as handlers return it. */
export type ListPage<T> = { items: T[]; pagination: z.infer<typeof pagination> };

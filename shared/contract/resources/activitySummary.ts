import * as z from 'zod/mini';
import { date } from '../text.ts';

const count = () => z.int().check(z.minimum(0));

/** The readings of a day of UTC. */
export const readingDay = z.strictObject({
  date,
  readers: count(),
  views: count(),
  downloads: count(),
  seconds: count(),
});
export type ReadingDay = z.infer<typeof readingDay>;

/** A page and the number of views that reached the page. The first page is 1. */
export const reachedPage = z.strictObject({ page: z.int().check(z.minimum(1)), views: count() });

/** The readings of a document, by day and by page. */
export const activitySummary = z.strictObject({
  since: date,
  until: date,
  views: count(),
  downloads: count(),
  seconds: count(),
  days: z.array(readingDay),
  pages: z.array(reachedPage),
});

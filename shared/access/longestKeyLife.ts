import { environment } from '../runtime/environment.ts';

const longestKeyLifeDays = environment('longestKeyLifeDays');

/** Returns the longest life of an API key of this stage, in days; null: there is no limit. */
export const longestLifeDays = (): number | null => Number(longestKeyLifeDays()) || null;

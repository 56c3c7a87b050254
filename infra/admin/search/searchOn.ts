import { isSearchOn } from '../../../shared/search/collections.ts';
import { Refusal } from '../commandLine/refusal.ts';

/** Throws a Refusal on a stage without search. */
export function requireSearch(): void {
  if (!isSearchOn())
    throw new Refusal('This stage has no search. The setting "search" turns it on: infra/docs/search.md.');
}

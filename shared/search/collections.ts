import { environment } from '../runtime/environment.ts';

/** The collections of the search engine. This is apart from its client, which functions that only mark documents do not load. */

const endpoints = environment('searchEndpoints');

/** Returns the URLs of the collections. The first one is searched, and all are written. Empty on a stage without search. */
export const collections = (): readonly string[] => endpoints().split(',').filter(Boolean);

export const isSearchOn = (): boolean => endpoints() !== '';

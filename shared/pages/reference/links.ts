import { pages } from '../../contract/pages.ts';
import { pathOf } from '../../presentation/links.ts';
import { placeholders } from './placeholders.ts';

/** Returns the link to a group of the reference, or to a part of it. */
export const groupLink = (slug: string, anchor?: string): string =>
  placeholders.prefix +
  pathOf(pages.referenceGroup, { group: slug }) +
  (anchor === undefined ? '' : `#${anchor}`);

/** Returns a title in the form for URLs: `api-keys` for `API keys`. */
export const slugOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** The names of the groups that have no operations. */
export const eventTypesSlug = 'event-types';
export const errorsSlug = 'errors';
export const schemasSlug = 'schemas';

import { sessionCookieName } from '../../contract/headers.ts';
import { baseUrl, linkTo } from '../../presentation/links.ts';

/**
 * The placeholders in the pages of the reference. These pages are rendered when the functions are bundled, once for all stages. A
 * placeholder stands for a value of the stage: address, origin, name of the session cookie, or the prefix of paths in links.
 */
export const placeholders = {
  base: '@@base@@',
  origin: '@@origin@@',
  cookie: '@@cookie@@',
  prefix: '@@prefix@@',
} as const;

/** Returns a page with the values of this process's stage in place of the placeholders. */
export const atThisStage = (markup: string): string =>
  markup
    .replaceAll(placeholders.base, baseUrl())
    .replaceAll(placeholders.origin, new URL(baseUrl()).origin)
    .replaceAll(placeholders.cookie, sessionCookieName(baseUrl()))
    .replaceAll(placeholders.prefix, linkTo(''));

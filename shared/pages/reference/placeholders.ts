import { sessionCookieName } from '../../http/sessionCookie.ts';
import { baseUrl, linkTo } from '../../presentation/links.ts';

/**
 * The pages of the reference are rendered when the functions are bundled, for every stage. These stand for the stage's address, its
 * origin and the name of its session cookie in text, and for the prefix of its paths in links.
 */
export const placeholders = {
  base: '@@base@@',
  origin: '@@origin@@',
  cookie: '@@cookie@@',
  prefix: '@@prefix@@',
} as const;

/** Returns a page for the stage of this process. */
export const atThisStage = (markup: string): string =>
  markup
    .replaceAll(placeholders.base, baseUrl())
    .replaceAll(placeholders.origin, new URL(baseUrl()).origin)
    .replaceAll(placeholders.cookie, sessionCookieName(baseUrl()))
    .replaceAll(placeholders.prefix, linkTo(''));

import { sessionCookieName } from '../../http/sessionCookie.ts';
import { baseUrl, linkTo } from '../../presentation/links.ts';

/**
 * The pages of the reference are rendered once for all stages, when the functions are bundled. These placeholders stand for values of the
 * stage: address, origin, name of the session cookie, and the prefix of paths in links.
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

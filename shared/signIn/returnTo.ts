import { pages } from '../contract/pages.ts';

/** Someone who was going nowhere else lands here: it is the page that says who is signed in. */
export const landingPath = pages.signIn.path;

/** No address of the service is longer. It is stored while someone signs in. */
const maxCharacters = 2000;

const ownPaths: readonly string[] = [pages.signIn.path, pages.signInCallback.path, pages.signOut.path];

/**
 * Returns the path to go to once signed in: `text` if it is a path within the service, or else the landing page. A text that
 * a browser would take for another origin, another scheme or a path outside the service is none: the decision is made on the
 * URL as browsers resolve it (WHATWG URL), not on the text.
 *
 * @param text what follows the service's base URL, beginning with a slash: `/d/doc_...?x=y`
 */
export function returnPath(text: string | undefined, baseUrl: string): string {
  // A backslash counts as a slash in URLs, and tabs and line breaks in them as nothing: neither is in an address of ours.
  if (!text || text.length > maxCharacters || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(text)) return landingPath;
  const base = new URL(`${baseUrl}/`).href;
  if (!URL.canParse(baseUrl + text)) return landingPath;
  const { href, pathname } = new URL(baseUrl + text);
  if (!href.startsWith(base)) return landingPath;
  const path = pathname.slice(new URL(base).pathname.length - 1).replace(/\/+$/, '');
  // Signing in to sign in, or to sign out, would never end.
  return ownPaths.includes(path) ? landingPath : href.slice(base.length - 1);
}

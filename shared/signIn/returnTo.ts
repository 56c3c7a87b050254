import { pages } from '../contract/pages.ts';

/** The page for visitors without another destination: it shows who is signed in. */
export const landingPath = pages.signIn.path;

/** The maximum length of a path, which is stored during the sign-in. Paths of the service are shorter. */
const maxCharacters = 2000;

const ownPaths: readonly string[] = [
  pages.askToSignIn.path,
  pages.signIn.path,
  pages.signInCallback.path,
  pages.signOut.path,
];

/**
 * Returns the path to go to after the sign-in: `text` if it is a path within the service, or else the landing page. It checks the URL as
 * browsers resolve it (WHATWG URL), because a text can look like a path of the service and lead elsewhere.
 *
 * @param text the part after the service's base URL, beginning with a slash: `/d/doc_...?x=y`
 */
export function returnPath(text: string | undefined, baseUrl: string): string {
  // Browsers read a backslash as a slash, and ignore tabs and line breaks. Paths of the service have none of these.
  if (!text || text.length > maxCharacters || !/^\/[^\\\p{Cc}]*$/u.test(text)) return landingPath;
  const base = new URL(`${baseUrl}/`).href;
  if (!URL.canParse(baseUrl + text)) return landingPath;
  const { href, pathname } = new URL(baseUrl + text);
  if (!href.startsWith(base)) return landingPath;
  const segments = pathname.slice(new URL(base).pathname.length).split('/').filter(Boolean);
  // A return to the pages for signing in and out would be an endless loop.
  if (ownPaths.includes(`/${segments.join('/')}`)) return landingPath;
  // The URL has no segments `.` and `..` any more, so `/.//x` became `//x`: by itself, that is the address of another host.
  const path = href.slice(base.length - 1);
  return path.startsWith('//') ? landingPath : path;
}

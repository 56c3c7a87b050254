import { base_url, pathPrefix, sameOrigin, session_cookies } from './organizations.ts';

/** Somebody with a session, somebody without one, or headers. */
type Visitor = 'owner' | 'member' | null | Readonly<Record<string, string>>;

const headersOf = (as: Visitor, cookies: readonly string[]): Record<string, string> => {
  if (typeof as === 'object' && as !== null) return as;
  const all = [...(as === null ? [] : [session_cookies[as]]), ...cookies];
  return all.length > 0 ? { Cookie: all.join('; ') } : {};
};

/** Links on pages begin with the name of a deployed stage; paths in tests do not. */
const addressOf = (path: string): URL =>
  new URL(path.startsWith('/') && !path.startsWith(`${pathPrefix}/`) ? pathPrefix + path : path, base_url);

/** Opens a page as a browser does, with a visitor's session, or with none. `path` may be a whole address. Does not follow redirects. */
export const openAs = (as: Visitor, path: string, cookies: readonly string[] = []): Promise<Response> =>
  fetch(addressOf(path), {
    redirect: 'manual',
    headers: { Accept: 'text/html', ...headersOf(as, cookies) },
  });

/** Presses the button to accept on a page. Returns the answer and the cookies that it sets. */
export async function acceptOn(page: Response, as: Visitor, cookies: readonly string[] = []) {
  const [, action = ''] =
    /<form method="post" action="(\/[^"]*\/acknowledgement[^"]*)"/.exec(await page.text()) ?? [];
  const response = await fetch(addressOf(action.replaceAll('&amp;', '&')), {
    method: 'POST',
    redirect: 'manual',
    headers: { ...sameOrigin, ...headersOf(as, cookies) },
  });
  return { response, cookies: response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '') };
}

/** Returns the value of a cookie in a Cookie header; undefined if there is no such cookie. `wholeName` includes the prefix of the name. */
export function cookieIn(cookieHeader: string | undefined, wholeName: string): string | undefined {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === wholeName && value) return value.trim();
  }
  return undefined;
}

/** Returns the whole names of all cookies in a Cookie header, each with its prefix, in the order of the header. */
export const cookieNamesIn = (cookieHeader: string | undefined): string[] =>
  (cookieHeader ?? '').split(';').map((pair) => pair.split('=', 1).join().trim());

/**
 * Returns a Set-Cookie header. Scripts cannot read the cookie. Requests from other sites do not carry the cookie, except when a person
 * follows a link. `maxAgeSeconds` 0 removes the cookie.
 */
export const setCookie = (pair: string, maxAgeSeconds: number, baseUrl: string): string =>
  `${pair}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${
    baseUrl.startsWith('https:') ? '; Secure' : ''
  }`;

/**
 * Returns a cookie's name. Over HTTPS it has the prefix `__Host-`: browsers then require Secure, the path `/` and no Domain (RFC 6265bis,
 * section 4.1.3.2). Plain HTTP, which only localhost uses, cannot have the prefix.
 */
export const cookieName = (name: string, baseUrl: string): string =>
  baseUrl.startsWith('https:') ? `__Host-${name}` : name;

/** Returns the value of a cookie in a Cookie header, by its whole name; undefined if there is none. */
export function cookieIn(cookieHeader: string | undefined, wholeName: string): string | undefined {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [key, value] = pair.split('=', 2);
    if (key?.trim() === wholeName && value) return value.trim();
  }
  return undefined;
}

/** Returns the whole names of the cookies in a Cookie header, in its order. */
export const cookieNamesIn = (cookieHeader: string | undefined): string[] =>
  (cookieHeader ?? '').split(';').map((pair) => pair.split('=', 1).join().trim());

/**
 * Returns a Set-Cookie header. Scripts cannot read the cookie. Requests from other sites do not carry it, except when a person follows a
 * link. `maxAgeSeconds` 0 removes the cookie.
 */
export const setCookie = (pair: string, maxAgeSeconds: number, baseUrl: string): string =>
  `${pair}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${
    baseUrl.startsWith('https:') ? '; Secure' : ''
  }`;

import { cookieName } from '../contract/headers.ts';
import { isToken } from '../credentials/tokens.ts';
import { signInLifetimeSeconds } from '../data/callers/signIns.ts';
import { cookieIn, cookieNamesIn, setCookie } from '../http/cookies.ts';

/**
 * Returns the name of the cookie for a pending sign-in. Only the browser with the cookie can complete the sign-in, so a link cannot sign
 * people in as somebody else (RFC 9700, section 4.7). Each sign-in has its own cookie, named by its `state`, so that two tabs can sign in
 * at the same time.
 */
const nameFor = (state: string, baseUrl: string): string => cookieName(`signin-${state}`, baseUrl);

/** Returns the handle for a state in a Cookie header; undefined if there is no well-formed handle. */
export function handleIn(
  cookieHeader: string | undefined,
  state: string,
  baseUrl: string,
): string | undefined {
  const handle = cookieIn(cookieHeader, nameFor(state, baseUrl));
  return handle !== undefined && isToken(handle) ? handle : undefined;
}

/** Returns a Set-Cookie header. */
export const setHandleCookie = (state: string, handle: string, baseUrl: string): string =>
  setCookie(`${nameFor(state, baseUrl)}=${handle}`, signInLifetimeSeconds, baseUrl);

/** Returns a Set-Cookie header that removes the cookie. `state` must come from the service, because it becomes part of the header. */
export const removeHandleCookie = (state: string, baseUrl: string): string =>
  setCookie(`${nameFor(state, baseUrl)}=`, 0, baseUrl);

/**
 * The limit of pending sign-ins in a browser. Other sites can make a browser begin sign-ins, and servers refuse requests with too many
 * cookies.
 */
const pendingMax = 10;

/**
 * Returns Set-Cookie headers that remove a browser's oldest pending sign-ins, so that one more stays within the limit. Browsers send
 * their oldest cookies first (RFC 6265, section 5.4).
 */
export const removeOldestHandles = (cookieHeader: string | undefined, baseUrl: string): string[] =>
  pendingStatesIn(cookieHeader, baseUrl)
    .slice(0, 1 - pendingMax)
    .map((state) => removeHandleCookie(state, baseUrl));

function pendingStatesIn(cookieHeader: string | undefined, baseUrl: string): string[] {
  const prefix = nameFor('', baseUrl);
  return cookieNamesIn(cookieHeader)
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter(isToken);
}

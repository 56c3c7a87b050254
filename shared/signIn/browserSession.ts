import { hashToken, isToken, newToken } from '../credentials/tokens.ts';
import type { CallerItem } from '../data/callers/callers.ts';
import { createSession, newSession, removeSession, sessionMaxSeconds } from '../data/callers/sessions.ts';
import { type Bookkeeping, writeBookkeeping } from '../data/table/commit.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { sessionName, sessionTokenIn, setSessionCookie } from '../http/sessionCookie.ts';

/**
 * Begins a session with a new token, and ends the browser's previous session. `person` is the person at the time of the sign-in. `writes`
 * are committed with the new session. Resolves with the session's name in logs and the Set-Cookie header.
 */
export async function beginSession(
  person: CallerItem,
  writes: readonly Bookkeeping[],
  cookieHeader: string | undefined,
  baseUrl: string,
): Promise<{ readonly name: string; readonly cookie: string }> {
  const token = newToken();
  const token_hash = hashToken(token);
  const session = newSession({ token_hash, organization_id: null }, person, Math.floor(Date.now() / 1000));
  await writeBookkeeping([createSession(session), ...writes]);
  await endSession(cookieHeader, baseUrl);
  return { name: sessionName(token_hash), cookie: setSessionCookie(token, sessionMaxSeconds(), baseUrl) };
}

/** Ends a browser's session, if it has one, at once and for good. */
export async function endSession(cookieHeader: string | undefined, baseUrl: string): Promise<void> {
  const token = sessionTokenIn(cookieHeader, baseUrl);
  if (token === undefined || !isToken(token)) return;
  await retryOnConflict(() => writeBookkeeping([removeSession(hashToken(token))]));
}

import { rejected } from '../access/authentication.ts';
import { hashToken } from '../credentials/tokens.ts';
import { baseUrl } from '../presentation/links.ts';
import type { Middleware } from './middleware.ts';
import { sessionTokenIn } from './sessionCookie.ts';

/** Finds the session that a request carries, for operations that change this session (`sessionOnly`). */
export const ownSession: Middleware = {
  before: ({ event, context }) => {
    const token = sessionTokenIn(event.headers.cookie, baseUrl());
    if (token === undefined) throw rejected('invalid_session');
    context.sessionHash = hashToken(token);
  },
};

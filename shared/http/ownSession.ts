import { forbidden } from '../access/errors.ts';
import { hashToken } from '../credentials/tokens.ts';
import { baseUrl } from '../presentation/links.ts';
import type { Middleware } from './middleware.ts';
import { sessionTokenIn } from './sessionCookie.ts';

/** Lets only sessions through, for operations that change the session itself or its person. Throws 403 for API keys. */
export const ownSession: Middleware = {
  before: ({ event, context }) => {
    const token = sessionTokenIn(event.headers.cookie, baseUrl());
    // The authorizer looks at a session only when there is no Authorization header.
    if (!context.principal.credential.startsWith('session:') || token === undefined)
      throw forbidden('An API key cannot do this. Sign in to do it with a session.');
    context.sessionHash = hashToken(token);
  },
};

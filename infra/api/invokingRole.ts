import { isInRoot } from './paths.ts';
import type { Route, RouteId } from './routes.ts';

/** The route of 1.0.1 whose path 1.0.0 does not have. */
const onlyOf101: RouteId = 'deleteOwnShare';

/** The routes that API Gateway invokes in `Role2`: those of 1.0.1. The list is closed. */
const inRole2: readonly RouteId[] = [
  'acceptInvitation',
  'acknowledgement',
  'askToSignIn',
  'changeMailChoice',
  'console',
  'consoleForms',
  'documentPage',
  'documentSharing',
  'home',
  'invitation',
  'mailChoice',
  'nowhere',
  'openApi',
  'pageImage',
  'reference',
  'referenceGroup',
  'signIn',
  'signInCallback',
  'signOut',
  'signedOut',
  'updateMe',
  'versionPage',
];

/**
 * Returns the name of the role in which API Gateway invokes the function of a route. A function never moves to another role: during an update,
 * the API still uses the role of the release before, which could then no longer invoke the function. So the other routes of 1.0.1 are in
 * `Role1`, and a later route is in the role of its stack of functions.
 */
export function invokingRoleOf(id: RouteId, { ways, stack }: Pick<Route, 'ways' | 'stack'>): string {
  if (inRole2.includes(id)) return 'Role2';
  return id === onlyOf101 || ways.every(({ path }) => isInRoot(path)) ? 'Role1' : `${stack}Role`;
}

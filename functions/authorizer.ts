import type {
  APIGatewayAuthorizerResult,
  APIGatewayRequestAuthorizerEvent,
  PolicyDocument,
} from 'aws-lambda';
import {
  effectivePermissions,
  type Identification,
  type Principal,
  type StaffOverride,
} from '../shared/access/principal.ts';
import type { OrganizationId } from '../shared/contract/identifiers.ts';
import { consoleFiles, pages } from '../shared/contract/pages.ts';
import { getIdentity, isReader } from '../shared/data/callers/callers.ts';
import { requireFormat } from '../shared/data/table/format.ts';
import { contextOf } from '../shared/http/authorizerContext.ts';
import { type Headers, lowerCaseNames } from '../shared/http/headers.ts';
import { coldStart } from '../shared/runtime/coldStart.ts';
import { type Bound, boundsOf, countedBounds, exceededBound } from './authorizer/bounds.ts';
import { type Credential, findCredential, type Refused } from './authorizer/credentials.ts';
import { limitsTimes, searchesOf } from './authorizer/limits.ts';
import { countedRate } from './authorizer/rates.ts';
import { overrideFor, requestedOrganization } from './authorizer/staff.ts';
import { usageKeyFor } from './authorizer/usageKeys.ts';
import { anonymousWindow, recordedNetwork, viewerAddress, windowOfCredential } from './authorizer/viewers.ts';

coldStart();

/**
 * Identifies the caller and counts the request. It also allows requests without a valid caller, and passes the reason on: the operation
 * refuses them in its own error format. It denies only requests that bypass the configured CDN, before any read. It throws while the table
 * has another format.
 */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const now = Date.now();
  const headers = lowerCaseNames(event.headers);
  const address = viewerAddress(headers, event.requestContext.identity.sourceIp);
  if (address === null) return { principalId: 'nobody', policyDocument: policy('Deny') };
  const route = routeOf(event);
  // These files are the same for everybody.
  const [credential] =
    route === consoleFiles || route === pages.viewerFile.path
      ? [noCredential]
      : await Promise.all([findCredential(headers, event.httpMethod, now), requireFormat()]);
  // Callers without a valid credential share the rate window of their address.
  const name =
    'rejection' in credential ? anonymousWindow(route, address) : windowOfCredential(route, credential);
  // A search counts as a request too.
  const searches = 'rejection' in credential || !isSearch(event) ? [] : [searchesOf(credential.user_id)];

  // Pages report reading times here. They count as views of the page do.
  const isCreation = event.httpMethod === 'POST' && route !== pages.documentSharing.path;

  const [who, own] = await Promise.all([
    identify(credential, headers),
    exceededBound(boundsBefore(credential), isCreation, now) ??
      countedRate([{ name, limits: limitsTimes(1) }, ...searches], isCreation, now),
  ]);
  const exceeded = own.exceeded
    ? undefined
    : await countedBounds(boundsAfter(credential, who), isCreation, now);
  const identification: Identification = { ...who, rate: exceeded ?? own };
  return {
    principalId: 'rejection' in credential ? 'nobody' : credential.name,
    policyDocument: policy('Allow'),
    context: contextOf(identification, recordedNetwork(address)),
    usageIdentifierKey: usageKeyFor(credential),
  };
};

const noCredential: Refused = { rejection: 'missing_api_key' };

/** Returns the resource of a request, or the path above the console's files, which have no resource of their own. */
const routeOf = ({ resource, pathParameters }: APIGatewayRequestAuthorizerEvent): string =>
  resource === pages.console.alsoAt[0] && `/app/${pathParameters?.path}`.startsWith(consoleFiles)
    ? consoleFiles
    : resource;

/** Returns whether a request searches in texts: by the operation, or on the page of a room, which has the words in the query. */
const isSearch = ({ resource, queryStringParameters }: APIGatewayRequestAuthorizerEvent): boolean =>
  resource === '/v1/search' || (resource === pages.roomPage.path && Boolean(queryStringParameters?.q));

type Found = Credential | Refused;

/** Returns the bounds that are known before the caller is read. A request that exceeds one of them costs no write. */
const boundsBefore = (found: Found): readonly Bound[] =>
  'rejection' in found ? [] : boundsOf(found.user_id, found.organization_id);

/**
 * Returns the bounds for which a request counts. Requests of staff count for their own organization, wherever they act. Other requests
 * count for an organization only if the caller is a member.
 */
function boundsAfter(found: Found, { caller }: Pick<Identification, 'caller'>): readonly Bound[] {
  if ('rejection' in found) return [];
  const { organization_id, role } =
    'principal' in caller ? caller.principal : { organization_id: null, role: null };
  return boundsOf(found.user_id, role === null ? null : organization_id);
}

/** Returns a policy for all operations. It does not name `event.methodArn`, so that a cached result would be right for every operation. */
const policy = (effect: 'Allow' | 'Deny'): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: [{ Action: 'execute-api:Invoke', Effect: effect, Resource: '*' }],
});

type Identity = NonNullable<Awaited<ReturnType<typeof getIdentity>>>;

const hasEnded = ({ session_epoch, member_since }: Credential, { caller, member }: Identity): boolean =>
  (session_epoch !== null && session_epoch !== caller.session_epoch) ||
  (member_since !== undefined && member_since !== member?.joined_at);

/**
 * Returns the owner of a credential and the organization in which it acts. If a person has left the organization of a session, the session
 * acts in the person's current organization. An API key without an organization acts only in an organization that its owner founded. It
 * does not act in one that the owner joined, because the key may be older than the membership.
 */
async function identityOf(
  { user_id, organization_id, session_epoch }: Credential,
  requested: OrganizationId | null,
): Promise<Identity | undefined> {
  const identity = await getIdentity(user_id, organization_id, requested);
  if (!identity || identity.member?.is_founder) return identity;
  const isSession = session_epoch !== null;
  if (organization_id === null) return isSession ? identity : outsideOfAny(identity);
  return isSession && !identity.member ? getIdentity(user_id, null, requested) : identity;
}

const outsideOfAny = (identity: Identity): Identity => ({
  ...identity,
  organization_id: null,
  member: undefined,
});

async function identify(credential: Found, headers: Headers): Promise<Omit<Identification, 'rate'>> {
  if ('rejection' in credential) return { caller: credential, staff_override: null };
  const requested = requestedOrganization(headers);
  const [identity] = await Promise.all([
    identityOf(credential, requested === 'malformed' ? null : requested),
    credential.recordUse?.(),
  ]);
  if (!identity || identity.caller.disabled_at !== null || hasEnded(credential, identity))
    return { caller: { rejection: credential.rejectionWithoutOwner }, staff_override: null };

  const { id, type, name, language } = identity.caller;
  const { organization_id, member } = identity;
  const caller = { user: { id, type, name }, organization_id, role: member?.role ?? null };
  const principal: Principal = {
    ...caller,
    ...(language && { language }),
    ...(member?.ownership && { ownership: member.ownership }),
    permissions: effectivePermissions(
      { ...caller, isReader: isReader(identity.caller) },
      credential.permissions,
    ),
    reader: isReader(identity.caller),
    bound: credential.session_epoch === null && credential.organization_id !== null,
    credential: credential.name,
    staff: false,
  };
  const staff_override: StaffOverride | null =
    requested === null ? null : overrideFor(principal, requested, identity, credential.permissions);
  return { caller: { principal }, staff_override };
}

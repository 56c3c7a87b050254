import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { getIdentity } from '../shared/data/callers.ts';
import { countRequest } from '../shared/data/rateWindows.ts';
import { checkEnvironment, environment } from '../shared/environment.ts';
import { type Headers, lowerCaseNames } from '../shared/http/headers.ts';
import {
  effectivePermissions,
  type Identification,
  type Principal,
  type Rejection,
  type StaffOverride,
} from '../shared/http/principal.ts';
import { rateStatusOf, windowOf } from '../shared/http/rateLimit.ts';
import { type Credential, findCredential } from './authorizer/credentials.ts';
import { overrideFor, requestedOrganization } from './authorizer/staff.ts';
import { usageKeyFor } from './authorizer/usageKeys.ts';

const requests = environment('rateLimitRequests');
const creates = environment('rateLimitCreates');

checkEnvironment();

/**
 * Identifies the caller and counts the request. It lets every request through, with the caller or the reason why there is
 * none: the operation refuses it in its own error format.
 */
export const handler = async (
  event: APIGatewayRequestAuthorizerEvent,
): Promise<APIGatewayAuthorizerResult> => {
  const now = Date.now();
  const headers = lowerCaseNames(event.headers);
  const credential = await findCredential(headers, event.httpMethod, now);
  // Callers without a valid credential share the window of their address.
  const counted =
    'rejection' in credential ? `ip:${event.requestContext.identity.sourceIp}` : credential.name;
  const isCreation = event.httpMethod === 'POST';

  const [who, counts] = await Promise.all([
    identify(credential, headers),
    countRequest(counted, windowOf(now), isCreation),
  ]);
  const identification: Identification = {
    ...who,
    rate: rateStatusOf(windowOf(now), isCreation, counts, {
      requests: Number(requests()),
      creates: Number(creates()),
    }),
  };
  return {
    principalId: 'rejection' in credential ? 'nobody' : credential.name,
    policyDocument: {
      Version: '2012-10-17',
      // Not `event.methodArn`: should results ever be cached, they must hold for every operation.
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }],
    },
    context: { identification: JSON.stringify(identification) },
    usageIdentifierKey: usageKeyFor(credential, counted),
  };
};

async function identify(
  credential: Credential | { readonly rejection: Rejection },
  headers: Headers,
): Promise<Omit<Identification, 'rate'>> {
  if ('rejection' in credential) return { caller: credential, staff_override: null };
  const requested = requestedOrganization(headers);
  const [identity] = await Promise.all([
    getIdentity(credential.user_id, credential.organization_id, requested === 'malformed' ? null : requested),
    credential.renew?.(),
  ]);
  if (!identity || identity.caller.disabled_at !== null)
    return { caller: { rejection: credential.rejectionWithoutOwner }, staff_override: null };

  const { id, type, name } = identity.caller;
  const { organization_id, role } = identity;
  const caller = { user: { id, type, name }, organization_id, role };
  const principal: Principal = {
    ...caller,
    permissions: effectivePermissions(caller, credential.permissions),
    credential: credential.name,
    staff: false,
  };
  const staff_override: StaffOverride | null =
    requested === null ? null : overrideFor(principal, requested, identity, credential.permissions);
  return { caller: { principal }, staff_override };
}

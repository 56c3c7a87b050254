import { describe, expect, test } from 'vitest';
import { findServedRoutes } from '../../../infra/bundling/bundle.ts';
import type { Identification } from '../../../shared/access/principal.ts';
import type { OperationContract } from '../../../shared/contract/operation.ts';
import { allOperations } from '../../../shared/contract/operations.ts';
import { type Permission, permissions } from '../../../shared/contract/permissions.ts';
import { newId } from '../../../shared/data/table/ids.ts';
import { environmentNames } from '../../../shared/runtime/environment.ts';
import { identified, rate, sendEvent } from '../../support/handlerEvents.ts';

// Functions check at their start that these variables exist. The tests do not use the values.
for (const variable of Object.values(environmentNames)) process.env[variable] = 'unused';

const routes: readonly string[] = await findServedRoutes();
const served = allOperations.filter(({ id }) => routes.includes(id));

/** Sends a request with invalid parameters to the handler of an operation, so that it changes nothing. There are no stores. */
async function answerOf(contract: OperationContract, identification: Identification) {
  const file = new URL(`../../../functions/api/${contract.handler}`, import.meta.url).pathname;
  const { handler } = await import(file);
  const names = ['document_id', 'version_id', 'policy_id', 'user_id', 'invitation_id'];
  const { statusCode, headers } = await sendEvent(handler, identification, {
    multiValueHeaders: {},
    pathParameters: Object.fromEntries(names.map((name) => [name, 'bad'])),
    queryStringParameters: 'limit' in contract.query.shape ? { limit: 'bad' } : null,
  });
  return { status: statusCode, headers };
}

/** What the authorizer says about an owner. */
const callerWith = (granted: readonly Permission[]): Identification =>
  identified({ organization_id: newId('org'), role: 'owner', permissions: [...granted] });

describe.for(served.filter(({ permission }) => permission !== null))('the handler of $id', (contract) => {
  // Threat: A role, or an API key with few permissions, does more than it may
  test('is not reached by a caller, or by staff, with all permissions except its own', async () => {
    const without = callerWith(permissions.filter((permission) => permission !== contract.permission));
    if ('rejection' in without.caller) throw new Error('no caller');
    const staff_override = { principal: { ...without.caller.principal, staff: true } };

    expect((await answerOf(contract, without)).status).toBe(403);
    expect((await answerOf(contract, { ...without, staff_override })).status).toBe(403);
  });
});

describe.for(served)('the handler of $id', (contract) => {
  test.for([
    ['missing_api_key', 401],
    ['invalid_api_key', 401],
    ['invalid_session', 401],
    ['cross_site', 403],
  ] as const)('is not reached when the authorizer rejects the caller: %s', async ([rejection, status]) => {
    expect((await answerOf(contract, { ...callerWith([]), caller: { rejection } })).status).toBe(status);
  });

  test('is not reached by a caller over the rate limit, who gets 429 even without the permission', async () => {
    for (const granted of [permissions, []]) {
      const exceeded = { ...rate, remaining: 0, exceeded: true };

      const answer = await answerOf(contract, { ...callerWith(granted), rate: exceeded });

      expect(answer.status).toBe(429);
      expect(answer.headers).toMatchObject({
        'X-RateLimit-Limit': '1000',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '60',
        'Retry-After': '1',
      });
    }
  });
});

/** Operations without parameters would continue to the stores, which do not exist. */
const takesNothing = [
  'getOrganization',
  'listOrganizationMembers',
  'listOrganizationOwners',
  'reclaimOwnership',
  'listWebhooks',
  'getMe',
  'deleteOrganizationLogo',
];
const refusesBadInput = served.filter(({ id }) => !takesNothing.includes(id));

test.for(refusesBadInput)('$id is reached with its permission only', async (contract) => {
  const answer = await answerOf(
    contract,
    callerWith(contract.permission === null ? [] : [contract.permission]),
  );

  // An operation that needs a session refuses an API key before it reads the body.
  const refused = contract.body?.kind === 'file' ? 422 : 400;
  expect(answer.status).toBe(contract.sessionOnly ? 403 : refused);
});

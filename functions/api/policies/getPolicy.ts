import { getPolicy } from '../../../shared/contract/operations/policies.ts';
import * as policies from '../../../shared/data/policies.ts';
import { actingOrganization, existingPolicy } from '../../../shared/http/access.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentPolicy } from '../../../shared/present.ts';

export const handler = operation(getPolicy, async ({ principal, path }) =>
  presentPolicy(existingPolicy(await policies.getPolicy(actingOrganization(principal), path.policy_id))),
);

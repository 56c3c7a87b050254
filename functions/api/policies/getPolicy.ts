import { getPolicy } from '../../../shared/contract/operations/policies.ts';
import * as policies from '../../../shared/data/policies.ts';
import { actingOrganization, noSuchPolicy } from '../../../shared/http/access.ts';
import { existing } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentPolicy } from '../../../shared/present.ts';

export const handler = operation(getPolicy, async ({ principal, path }) => {
  const found = await policies.getPolicy(actingOrganization(principal), path.policy_id);
  return presentPolicy(existing(found, noSuchPolicy));
});

import { actingOrganization, noSuchPolicy } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getPolicy } from '../../../shared/contract/operations/policies.ts';
import * as policies from '../../../shared/data/policies/policies.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentPolicy } from '../../../shared/presentation/present.ts';

export const handler = operation(getPolicy, async ({ principal, path }) => {
  const found = await policies.getPolicy(actingOrganization(principal), path.policy_id);
  return presentPolicy(existing(found, noSuchPolicy));
});

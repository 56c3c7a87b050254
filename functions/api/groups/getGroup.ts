import { actingOrganization, noSuchGroup } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { getGroup } from '../../../shared/contract/operations/groups.ts';
import * as groups from '../../../shared/data/groups/groups.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentGroup } from '../../../shared/presentation/groups.ts';

export const handler = operation(getGroup, async ({ principal, path }) => {
  const found = await groups.getGroup(actingOrganization(principal), path.group_id);
  return presentGroup(existing(found, noSuchGroup));
});

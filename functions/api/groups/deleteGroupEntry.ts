import { actingOrganization, noSuchGroup, noSuchGroupEntry } from '../../../shared/access/documents.ts';
import * as acts from '../../../shared/acts/groupEntries.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { deleteGroupEntry } from '../../../shared/contract/operations/groups.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(deleteGroupEntry, async ({ principal, path }) => {
  const outcome = await acts.deleteGroupEntry({
    organizationId: actingOrganization(principal),
    groupId: path.group_id,
    entryId: path.entry_id,
    by: principal,
  });
  accepted(outcome, { no_group: noSuchGroup, no_entry: noSuchGroupEntry });
  return {};
});

import { actingOrganization, noSuchGroup } from '../../../shared/access/documents.ts';
import { existing } from '../../../shared/access/errors.ts';
import { deleteGroup } from '../../../shared/contract/operations/groups.ts';
import * as groups from '../../../shared/data/groups/groups.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { groupRecord } from '../../../shared/events/records/groups.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentGroup } from '../../../shared/presentation/groups.ts';
import { announceDeletedGroup } from '../../../shared/queues/removals.ts';

export const handler = operation(deleteGroup, ({ principal, path, checkPreconditions }) =>
  retryOnConflict(async () => {
    const organization_id = actingOrganization(principal);
    const [{ group: found, names }, audience] = await Promise.all([
      groups.getGroupAndNames(organization_id, path.group_id),
      loadAudience(organization_id),
    ]);
    const group = existing(found, noSuchGroup);
    checkPreconditions(presentGroup(group));
    await commitChange({
      audience,
      records: [groupRecord('group.deleted', group, principal)],
      writes: groups.deleteGroup(group, names, Date.now()),
      announce: () => announceDeletedGroup({ organization_id, group_id: group.id }),
    });
    return {};
  }),
);

import { actingOrganization, noSuchGroup } from '../../../shared/access/documents.ts';
import { existing, wrongField } from '../../../shared/access/errors.ts';
import { updateGroup } from '../../../shared/contract/operations/groups.ts';
import { groupNamingRefusal } from '../../../shared/data/groups/groupNames.ts';
import { getGroupAndNames, renameGroup } from '../../../shared/data/groups/groups.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { groupUpdateRecord } from '../../../shared/events/records/groups.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentGroup } from '../../../shared/presentation/groups.ts';

export const handler = operation(updateGroup, ({ principal, path, body, checkPreconditions }) =>
  retryOnConflict(async () => {
    const organizationId = actingOrganization(principal);
    const [{ group: found, names }, audience] = await Promise.all([
      getGroupAndNames(organizationId, path.group_id),
      loadAudience(organizationId),
    ]);
    const group = existing(found, noSuchGroup);
    checkPreconditions(presentGroup(group));
    const { name = group.name, description = group.description } = body;
    if (name === group.name && description === group.description) return presentGroup(group);
    const next = { ...group, name, description };
    const refusal = groupNamingRefusal(names, next);
    if (refusal) throw wrongField('name', `cannot be taken: ${refusal}`, name, 'name_taken');

    const [updated] = await commitChange({
      audience,
      records: [groupUpdateRecord(group, next, principal)],
      writes: renameGroup(next, names),
    });
    return presentGroup(updated);
  }),
);

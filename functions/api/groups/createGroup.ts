import { actingOrganization } from '../../../shared/access/documents.ts';
import { wrongField } from '../../../shared/access/errors.ts';
import { createGroup } from '../../../shared/contract/operations/groups.ts';
import { groupNamingRefusal } from '../../../shared/data/groups/groupNames.ts';
import * as groups from '../../../shared/data/groups/groups.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { loadAudience } from '../../../shared/events/audience.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { groupRecord } from '../../../shared/events/records/groups.ts';
import { post } from '../../../shared/http/post.ts';
import { presentGroup } from '../../../shared/presentation/groups.ts';

export const handler = post(createGroup, ({ principal, body, answer }) =>
  retryOnConflict(async () => {
    const organization_id = actingOrganization(principal);
    const [{ names }, audience] = await Promise.all([
      groups.getGroupAndNames(organization_id),
      loadAudience(organization_id),
    ]);
    const group = groups.newGroup({ organization_id, ...body });
    const refusal = groupNamingRefusal(names, group);
    if (refusal) throw wrongField('name', `cannot be taken: ${refusal}`, body.name, 'name_taken');
    return answer(presentGroup(group), (beside) =>
      commitChange({
        audience,
        records: [groupRecord('group.created', group, principal)],
        writes: [...groups.createGroup(group, names), ...beside],
      }),
    );
  }),
);

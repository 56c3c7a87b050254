import { createOrganization } from '../../../shared/contract/operations/organization.ts';
import { getCaller, replaceCaller } from '../../../shared/data/callers.ts';
import { commit, retryOnConflict } from '../../../shared/data/commit.ts';
import { newId } from '../../../shared/data/ids.ts';
import * as organizations from '../../../shared/data/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = operation(createOrganization, ({ principal, body }) =>
  retryOnConflict(async () => {
    const founder = await getCaller(principal.user.id);
    if (!founder) throw new Error(`the caller ${principal.user.id} is gone`);

    const organization: organizations.OrganizationItem = {
      id: newId('org'),
      name: body.name,
      owner_count: 1,
      revision: 1,
    };
    const writes = [
      organizations.createOrganization(organization),
      organizations.createMember(organizations.newMember(founder, organization.id, 'owner', Date.now())),
    ] as const;
    if (founder.current_organization_id === null)
      await commit(...writes, replaceCaller({ ...founder, current_organization_id: organization.id }));
    else await commit(...writes);
    return presentOrganization(organization);
  }),
);

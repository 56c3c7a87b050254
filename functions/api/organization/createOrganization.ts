import { createOrganization } from '../../../shared/contract/operations/organization.ts';
import { getCaller } from '../../../shared/data/callers.ts';
import { retryOnConflict } from '../../../shared/data/commit.ts';
import { newId } from '../../../shared/data/ids.ts';
import { founding } from '../../../shared/data/membership.ts';
import { organizationEvent } from '../../../shared/events/describe.ts';
import { commitWithEvents } from '../../../shared/events/outbox.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = operation(createOrganization, ({ principal, body }) =>
  retryOnConflict(async () => {
    const founder = await getCaller(principal.user.id);
    if (!founder) throw new Error(`the caller ${principal.user.id} is gone`);

    const { organization, writes } = founding(founder, newId('org'), body.name, Date.now());
    await commitWithEvents(organizationEvent('organization.created', organization, principal), ...writes);
    return presentOrganization(organization);
  }),
);

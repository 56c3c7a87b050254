import { createOrganization } from '../../../shared/contract/operations/organization.ts';
import { getCaller } from '../../../shared/data/callers.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { founding } from '../../../shared/data/membership.ts';
import { organizationEvent } from '../../../shared/events/describe.ts';
import { commitChange } from '../../../shared/events/outbox.ts';
import { operation } from '../../../shared/http/operation.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = operation(createOrganization, ({ principal, body }) =>
  retryOnConflict(async () => {
    const founder = await getCaller(principal.user.id);
    if (!founder) throw new Error(`the caller ${principal.user.id} is gone`);

    const { organization, writes } = founding(founder, body.name, Date.now());
    await commitChange({
      events: [organizationEvent('organization.created', organization, principal)],
      writes,
    });
    return presentOrganization(organization);
  }),
);

import { createOrganization } from '../../../shared/contract/operations/organization.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { founding, getFounder, withFounded } from '../../../shared/data/membership.ts';
import { environment } from '../../../shared/environment.ts';
import { organizationEvent } from '../../../shared/events/describe.ts';
import { audienceOf, commitChange } from '../../../shared/events/outbox.ts';
import { quotaExceeded } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { presentOrganization } from '../../../shared/present.ts';

const quota = environment('quotaOrganizations');

export const handler = post(createOrganization, ({ principal, body, answer }) =>
  retryOnConflict(async () => {
    const { founder, limit = Number(quota()) } = await getFounder(principal.user.id);
    if (!founder) throw new Error(`the caller ${principal.user.id} is gone`);
    if (founder.founded_count >= limit)
      throw quotaExceeded(`You have reached your quota of ${limit} organizations that you founded.`);

    const { organization, writes } = founding(withFounded(founder), body.name, Date.now());
    return answer(presentOrganization(organization), (kept) =>
      commitChange({
        audience: audienceOf(organization),
        events: [organizationEvent('organization.created', organization, principal)],
        writes: [...writes, ...kept],
      }),
    );
  }),
);

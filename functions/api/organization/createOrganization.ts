import { quotaExceeded } from '../../../shared/access/errors.ts';
import * as acts from '../../../shared/acts/createOrganization.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { createOrganization } from '../../../shared/contract/operations/organization.ts';
import { post } from '../../../shared/http/post.ts';
import { presentOrganization } from '../../../shared/presentation/present.ts';
import { environment } from '../../../shared/runtime/environment.ts';

const quota = environment('quotaOrganizations');

export const handler = post(createOrganization, async ({ principal, body, answer }) => {
  const outcome = await acts.createOrganization(
    { founderId: principal.user.id, name: body.name, by: principal, now: Date.now(), quota: Number(quota()) },
    (organization, commit) => answer(presentOrganization(organization), commit),
  );
  return accepted(outcome, {
    no_founder: () => new Error(`the caller ${principal.user.id} is gone`),
    quota_exceeded: (limit) =>
      quotaExceeded(`You have reached your quota of ${limit} organizations that you founded.`),
  });
});

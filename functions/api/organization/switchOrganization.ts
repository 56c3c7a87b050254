import { switchOrganization } from '../../../shared/contract/operations/organization.ts';
import { writeBookkeeping } from '../../../shared/data/commit.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getOrganizationAndMember } from '../../../shared/data/organizations.ts';
import { getSession, replaceSession } from '../../../shared/data/sessions.ts';
import { rejected } from '../../../shared/http/authentication.ts';
import { notFound } from '../../../shared/http/errors.ts';
import { jsonBody } from '../../../shared/http/middleware.ts';
import { run } from '../../../shared/http/operation.ts';
import { ownSession } from '../../../shared/http/ownSession.ts';
import { presentOrganization } from '../../../shared/present.ts';

export const handler = run(
  switchOrganization,
  [jsonBody, ownSession],
  ({ principal, body }, { sessionHash = '' }) =>
    // The authorizer extends sessions, so a concurrent request may have changed this one.
    retryOnConflict(async () => {
      const [{ organization, member }, session] = await Promise.all([
        getOrganizationAndMember(body.organization_id, principal.user.id),
        getSession(sessionHash, Math.floor(Date.now() / 1000)),
      ]);
      if (!session) throw rejected('invalid_session');
      if (!organization || !member) throw notFound('organization', 'organization_id');
      if (session.organization_id !== organization.id)
        await writeBookkeeping([replaceSession({ ...session, organization_id: organization.id })]);
      return presentOrganization(organization);
    }),
);

import { rejected } from '../../../shared/access/authentication.ts';
import { notFound } from '../../../shared/access/errors.ts';
import { switchOrganization } from '../../../shared/contract/operations/organization.ts';
import { getSession, replaceSession } from '../../../shared/data/callers/sessions.ts';
import { getOrganizationAndMember } from '../../../shared/data/organizations/organizations.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { jsonBody } from '../../../shared/http/middleware.ts';
import { run } from '../../../shared/http/operation.ts';
import { ownSession } from '../../../shared/http/ownSession.ts';
import { presentOrganization } from '../../../shared/presentation/present.ts';

export const handler = run(
  switchOrganization,
  [jsonBody, ownSession],
  ({ principal, body }, { sessionHash = '' }) =>
    // The authorizer extends sessions, so a concurrent request may have changed this session.
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

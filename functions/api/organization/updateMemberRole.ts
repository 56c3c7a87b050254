import { updateMemberRole } from '../../../shared/contract/operations/organization.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import {
  getOrganizationAndMember,
  isPerson,
  replaceCounts,
  replaceMember,
  withMemberRole,
} from '../../../shared/data/organizations.ts';
import { endpointsStopping } from '../../../shared/data/registrars.ts';
import { memberEvent } from '../../../shared/events/describe.ts';
import { stop } from '../../../shared/events/endpoints.ts';
import { audienceOf, commitChange } from '../../../shared/events/outbox.ts';
import { actingOrganization } from '../../../shared/http/access.ts';
import { lastOwner, notFound } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(updateMemberRole, ({ principal, path, body }) =>
  retryOnConflict(async () => {
    const { organization, member } = await getOrganizationAndMember(
      actingOrganization(principal),
      path.user_id,
    );
    if (!organization || !member || !isPerson(member)) throw notFound('member', 'user_id');
    if (member.role === body.role) return undefined;

    const next = withMemberRole(organization, member, body.role);
    if (next.organization.owner_count === 0)
      throw lastOwner({ location: 'body.role', param: 'role', value: body.role });

    // The organization is in the transaction even when its count stays: two owners who demote each other at the same
    // instant both change it, and the second to commit starts over and finds one owner left.
    const updated = memberEvent('member.role_updated', next.member, principal);
    const stopping = stop(await endpointsStopping(member, next.member), principal, Date.now());
    await commitChange({
      audience: audienceOf(organization),
      events: [updated, stopping.events],
      writes: [
        replaceCounts(organization, next.organization),
        replaceMember(next.member),
        ...stopping.writes,
      ],
    });
    await stopping.finish();
    return undefined;
  }),
);

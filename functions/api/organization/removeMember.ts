import { removeMember } from '../../../shared/contract/operations/organization.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { endKeysOfFormerMember } from '../../../shared/data/formerMembers.ts';
import { getMembership, leaving } from '../../../shared/data/membership.ts';
import { isPerson } from '../../../shared/data/organizations.ts';
import { endpointsStopping } from '../../../shared/data/registrars.ts';
import { memberEvent } from '../../../shared/events/describe.ts';
import { stop } from '../../../shared/events/endpoints.ts';
import { audienceOf, commitChange } from '../../../shared/events/outbox.ts';
import { actingOrganization, requireSelfOrManager } from '../../../shared/http/access.ts';
import { lastOwner, notFound } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';

export const handler = operation(removeMember, async ({ principal, path }) => {
  const organizationId = actingOrganization(principal);
  requireSelfOrManager(principal, path.user_id);
  const stopping = await retryOnConflict(async () => {
    const { caller, organization, member } = await getMembership(path.user_id, organizationId);
    if (!caller || !organization || !member) return undefined;
    if (!isPerson(member)) throw notFound('member', 'user_id');
    if (member.role === 'owner' && organization.owner_count === 1)
      throw lastOwner({ location: 'path.user_id', param: 'user_id', value: path.user_id });

    const stops = stop(await endpointsStopping(member, undefined), principal, Date.now());
    await commitChange({
      audience: audienceOf(organization),
      events: [memberEvent('member.removed', member, principal), stops.events],
      writes: [...leaving(caller, organization, member), ...stops.writes],
    });
    return stops;
  });
  // Of who is no member too: an earlier request can have ended before it came to this.
  await Promise.all([stopping?.finish(), endKeysOfFormerMember(path.user_id, organizationId, Date.now())]);
  if (!stopping) throw notFound('member', 'user_id');
  return {};
});

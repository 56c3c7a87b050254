import type { OrganizationId } from '../contract/identifiers.ts';
import type { OrganizationItem } from '../data/organizations/organizations.ts';
import { hasEndpoints } from '../data/webhooks/webhooks.ts';
import { memory } from '../runtime/memory.ts';

/** Whether an organization has endpoints that may receive an event, as read before the change. */
export interface Audience {
  readonly organization_id: OrganizationId;
  readonly isThere: boolean;
}

/** Returns the audience of an organization that the caller has loaded or just created. */
export const audienceOf = ({ id, webhook_count }: OrganizationItem): Audience => ({
  organization_id: id,
  isThere: webhook_count > 0,
});

/**
 * The time until which an organization counts as having endpoints (epoch milliseconds). If its last endpoint was deleted meanwhile, an
 * event is stored, and no endpoint gets it.
 */
const awaiting = memory(() => new Map<OrganizationId, number>());

const believedMilliseconds = 60_000;

/** Loads the audience of an organization. Handlers call it while they load other items, so that it costs no extra round trip. */
export async function loadAudience(organization_id: OrganizationId | null): Promise<Audience | undefined> {
  if (organization_id === null) return undefined;
  if ((awaiting.current.get(organization_id) ?? 0) > Date.now()) return { organization_id, isThere: true };
  const isThere = await hasEndpoints(organization_id);
  if (isThere) awaiting.current.set(organization_id, Date.now() + believedMilliseconds);
  else awaiting.current.delete(organization_id);
  return { organization_id, isThere };
}

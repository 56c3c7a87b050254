import type { OrganizationId } from '../contract/identifiers.ts';
import { activityList, markChain } from '../data/chains.ts';
import type { EventItem } from '../data/events.ts';

/** Returns the list of activity that an event belongs into: whoever may read the one may read the other. */
export const activityListOf = ({ organization_id, visible_to }: EventItem): string =>
  visible_to === null
    ? activityList.organization(organization_id)
    : activityList.private(organization_id, visible_to);

/** Marks an organization's activity, for who commits an event of it by other ways than `commitChange`. */
export const markActivity = (organizationId: OrganizationId): Promise<void> =>
  markChain(activityList.organization(organizationId));

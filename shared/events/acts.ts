import type { ActType } from '../contract/actTypes.ts';
import type { OrganizationId } from '../contract/identifiers.ts';
import { type Act, actIn, activityList, newActivity } from '../data/activity.ts';
import type { By } from './describe.ts';

/** What an act is about: ids, numbers and words of the service, no names or addresses. */
export type About = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Returns the entry of an act that no event tells of, to be committed with it (`commitWithActs`). */
export const actOf = (type: ActType, organizationId: OrganizationId, by: By, about: About = {}): Act =>
  actIn(
    activityList.organization(organizationId),
    newActivity({
      type,
      organization_id: organizationId,
      actor: by?.user ?? null,
      staff: by?.staff ?? false,
      credential: by?.credential ?? null,
      document_id: null,
      version_id: null,
      policy_id: null,
      details: about,
    }),
  );

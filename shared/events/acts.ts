import type { ActType } from '../contract/actTypes.ts';
import type { EventType } from '../contract/eventTypes.ts';
import type { OrganizationId } from '../contract/identifiers.ts';
import { type Act, actIn, activityList, newActivity } from '../data/activity.ts';
import { listOfDocument } from '../data/activityLists.ts';
import type { DocumentItem } from '../data/documents.ts';
import type { By } from './describe.ts';

/** What an act is about: ids, numbers and words of the service, no names or addresses. */
export type About = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * Returns the entry of an act that no event tells of, to be committed with it (`commitWithActs`). It may be of an event's type, where
 * endpoints are not to be told.
 */
export const actOf = (
  type: ActType | EventType,
  organizationId: OrganizationId,
  by: By,
  about: About = {},
): Act =>
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

/** Returns the entry of an act on a document that no event tells of, in the list of those who may read the document. */
export const documentAct = (type: ActType | EventType, document: DocumentItem, by: By): Act =>
  actIn(
    listOfDocument(document),
    newActivity({
      type,
      organization_id: document.organization_id,
      actor: by?.user ?? null,
      staff: by?.staff ?? false,
      credential: by?.credential ?? null,
      document_id: document.id,
      version_id: null,
      policy_id: null,
      details: {},
    }),
  );

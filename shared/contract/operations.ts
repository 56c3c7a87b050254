/** Every operation of the API (specification section 4). Handlers import their operation from its own file. */
import type { OperationContract } from './operation.ts';
import * as activity from './operations/activity.ts';
import * as apiKeys from './operations/apiKeys.ts';
import * as deliveries from './operations/deliveries.ts';
import * as documents from './operations/documents.ts';
import * as events from './operations/events.ts';
import * as groups from './operations/groups.ts';
import * as invitations from './operations/invitations.ts';
import * as me from './operations/me.ts';
import * as organization from './operations/organization.ts';
import * as policies from './operations/policies.ts';
import * as roomAccess from './operations/roomAccess.ts';
import * as rooms from './operations/rooms.ts';
import * as search from './operations/search.ts';
import * as serviceAccounts from './operations/serviceAccounts.ts';
import * as shares from './operations/shares.ts';
import * as uploads from './operations/uploads.ts';
import * as versions from './operations/versions.ts';
import * as webhooks from './operations/webhooks.ts';
import type { OperationId } from './tableOfContents.ts';

export const operations = {
  ...documents,
  ...versions,
  ...uploads,
  ...policies,
  ...shares,
  ...organization,
  ...invitations,
  ...groups,
  ...search,
  ...rooms,
  ...roomAccess,
  ...webhooks,
  ...deliveries,
  ...apiKeys,
  ...serviceAccounts,
  ...events,
  ...activity,
  ...me,
} as const satisfies Readonly<Record<OperationId, OperationContract>>;

export const allOperations: readonly OperationContract[] = Object.values(operations);

/** The published document takes from here what the contract does not say of an operation: its description and an example. */
import type { operations } from '../contract/operations.ts';
import { activity } from './operationTexts/activity.ts';
import { apiKeys } from './operationTexts/apiKeys.ts';
import { deliveries } from './operationTexts/deliveries.ts';
import { documents } from './operationTexts/documents.ts';
import { events } from './operationTexts/events.ts';
import { invitations } from './operationTexts/invitations.ts';
import { me } from './operationTexts/me.ts';
import { organization } from './operationTexts/organization.ts';
import { policies } from './operationTexts/policies.ts';
import { serviceAccounts } from './operationTexts/serviceAccounts.ts';
import type { TextsOf } from './operationTexts/text.ts';
import { uploads } from './operationTexts/uploads.ts';
import { versions } from './operationTexts/versions.ts';
import { webhooks } from './operationTexts/webhooks.ts';

export const operationTexts: TextsOf<typeof operations> = {
  ...documents,
  ...versions,
  ...uploads,
  ...policies,
  ...organization,
  ...invitations,
  ...webhooks,
  ...deliveries,
  ...apiKeys,
  ...serviceAccounts,
  ...events,
  ...activity,
  ...me,
};

import { isAnsweredOnce } from '../../shared/contract/operation.ts';
import { operations } from '../../shared/contract/operations.ts';
import type { PageId } from '../../shared/contract/pages.ts';
import type { OperationId } from '../../shared/contract/tableOfContents.ts';
import { activity } from './activity.ts';
import { apiKeys } from './apiKeys.ts';
import { documents } from './documents.ts';
import { events } from './events.ts';
import { invitations } from './invitations.ts';
import { me } from './me.ts';
import { organization } from './organization.ts';
import type { OtherFunctionName } from './others.ts';
import { policies } from './policies.ts';
import { serviceAccounts } from './serviceAccounts.ts';
import type { FunctionSpec } from './spec.ts';
import { uploads } from './uploads.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';

/**
 * One function for each operation, named by its operation id. Those that change what events tell of read of the organization
 * whether anybody is there to be told.
 */
const ofOperations: Readonly<Record<OperationId, FunctionSpec>> = {
  ...documents,
  ...versions,
  ...uploads,
  ...policies,
  ...organization,
  ...invitations,
  ...webhooks,
  ...apiKeys,
  ...serviceAccounts,
  ...events,
  ...activity,
  ...me,
};

/** Has an operation find, and commit with its changes, the answers to requests with an `Idempotency-Key`. */
function answeringOnce({ grants, ...spec }: FunctionSpec): FunctionSpec {
  const added = (action: 'dynamodb:GetItem' | 'dynamodb:PutItem') => ({
    [action]: [...(grants.table?.[action] ?? []), 'ANSWERED#'] as const,
  });
  const table = { ...grants.table, ...added('dynamodb:GetItem'), ...added('dynamodb:PutItem') };
  return { ...spec, grants: { ...grants, table } };
}

/** Has an operation mark the activity that its events become entries of, or that it has entries in. */
function markingActivity(spec: FunctionSpec): FunctionSpec {
  const { grants } = spec;
  const put = grants.table?.['dynamodb:PutItem'] ?? [];
  if (!put.includes('EVENT#') && !put.includes('ACTIVITY#')) return spec;
  const action = 'dynamodb:UpdateItem';
  const table = { ...grants.table, [action]: [...(grants.table?.[action] ?? []), 'CHAIN#'] as const };
  return { ...spec, grants: { ...grants, table } };
}

/** The operations whose acts no event tells of. */
const recorded: readonly OperationId[] = [
  'registerWebhook',
  'updateWebhook',
  'rotateWebhookSecret',
  'deleteWebhook',
  'resendWebhookDelivery',
  'resendWebhookDeliveries',
  'createInvitation',
  'deleteInvitation',
  'updateOrganization',
  'deleteOrganization',
  'createServiceAccount',
  'deleteServiceAccount',
];

/** Has an operation commit the entry of its act with it. */
function recordingAct({ grants, ...spec }: FunctionSpec): FunctionSpec {
  const put = [...(grants.table?.['dynamodb:PutItem'] ?? []), 'ACTIVITY#'] as const;
  return { ...spec, grants: { ...grants, table: { ...grants.table, 'dynamodb:PutItem': put } } };
}

export const apiFunctions = Object.fromEntries(
  Object.entries(ofOperations).map(([id, spec]) => [
    id,
    markingActivity(
      [
        ...(isAnsweredOnce(operations[id as OperationId]) ? [answeringOnce] : []),
        ...(recorded.some((one) => one === id) ? [recordingAct] : []),
      ].reduce((made, add) => add(made), spec),
    ),
  ]),
) as Readonly<Record<OperationId, FunctionSpec>>;

export type FunctionName = OperationId | PageId | OtherFunctionName;

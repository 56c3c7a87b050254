import * as z from 'zod/mini';
import { memberRole } from '../enumerations.ts';
import { personId, serviceAccountId } from '../identifiers.ts';
import { nameMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { listPageOf } from '../resources/listPage.ts';
import { serviceAccount } from '../resources/serviceAccount.ts';
import { shownName } from '../text.ts';

export const listServiceAccounts = defineOperation('listServiceAccounts', () => ({
  summary: 'List the service accounts of your organization, newest first',
  staffOverride: true,
  query: z.extend(pageQuery(), { made_by: z.optional(personId) }),
  success: { status: 200, schema: listPageOf(serviceAccount) },
}));

export const createServiceAccount = defineOperation('createServiceAccount', () => ({
  summary: 'Add a service account to your organization; it has no API key yet',
  staffOverride: true,
  peopleOnly: true,
  body: {
    kind: 'json',
    schema: z.strictObject({
      name: shownName(nameMaxCharacters),
      role: z._default(
        memberRole.check(z.refine((role) => role !== 'owner', 'must be admin or member: owners are people')),
        'member',
      ),
    }),
  },
  success: { status: 201, schema: serviceAccount },
}));

export const deleteServiceAccount = defineOperation('deleteServiceAccount', () => ({
  summary: 'Remove a service account, which ends its API keys',
  staffOverride: true,
  pathParameters: z.object({ service_account_id: serviceAccountId }),
  success: { status: 200, schema: z.strictObject({}) },
}));

import * as z from 'zod/mini';
import { apiKeyId, serviceAccountId } from '../identifiers.ts';
import { nameMaxCharacters } from '../limits.ts';
import { defineOperation, pageQuery } from '../operation.ts';
import { apiKeyWithSecret, apiKeyWithUse } from '../resources/apiKey.ts';
import { listPageOf } from '../resources/listPage.ts';
import { permission } from '../resources/permission.ts';
import { endsLater, instant, shownName } from '../text.ts';

export const listApiKeys = defineOperation('listApiKeys', () => ({
  summary: 'List your API keys, or those of a service account, newest first',
  staffOverride: true,
  query: z.extend(pageQuery(), { service_account_id: z.optional(serviceAccountId) }),
  success: { status: 200, schema: listPageOf(apiKeyWithUse) },
}));

export const createApiKey = defineOperation('createApiKey', () => ({
  summary: 'Make an API key for yourself or a service account; the response carries it, once',
  staffOverride: true,
  body: {
    kind: 'json',
    schema: z
      .strictObject({
        name: shownName(nameMaxCharacters),
        service_account_id: z.optional(serviceAccountId),
        permissions: z.optional(
          z.array(permission).check(z.minLength(1, 'must name at least one permission')),
        ),
        expires_at: z.optional(instant),
      })
      .check(endsLater),
  },
  success: {
    status: 201,
    schema: apiKeyWithSecret,
    shownOnce: { field: 'api_key', without: apiKeyWithUse },
  },
}));

export const deleteApiKey = defineOperation('deleteApiKey', () => ({
  summary: 'End an API key for good',
  staffOverride: true,
  pathParameters: z.object({ key_id: apiKeyId }),
  success: { status: 200, schema: z.strictObject({}) },
}));

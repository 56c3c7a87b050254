import type { OrganizationId } from '../../contract/identifiers.ts';
import { apiKey as apiKeySchema } from '../../contract/resources/apiKey.ts';
import type { User } from '../../contract/resources/user.ts';
import { type ApiKeyItem, apiKeyIdOf } from '../../data/callers/apiKeys.ts';
import { presentApiKey } from '../../presentation/present.ts';
import { type By, type ChangeRecord, ofOrganization, type TypeOf } from './record.ts';

/** `organizationId`: the organization that the key is bound to. */
export const apiKeyRecord = (
  type: TypeOf<'api_key'>,
  organizationId: OrganizationId,
  apiKey: ApiKeyItem,
  owner: User,
  by: By,
): ChangeRecord =>
  ofOrganization(
    organizationId,
    type,
    by,
    {
      details: {
        api_key_id: apiKeyIdOf(apiKey),
        owner_id: owner.id,
        made_by: apiKey.made_by?.id ?? null,
      },
    },
    [apiKeySchema, presentApiKey(apiKey, owner)],
  );

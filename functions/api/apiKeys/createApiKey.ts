import { requirePerson } from '../../../shared/access/authentication.ts';
import { noManager } from '../../../shared/access/documents.ts';
import { forbidden, quotaExceeded, wrongField } from '../../../shared/access/errors.ts';
import {
  expiryWithin,
  permissionsOutsideOrganization,
  permissionsWithin,
} from '../../../shared/access/keyBounds.ts';
import { keyOfRequest, keyOwner, makerOf } from '../../../shared/access/keyOwners.ts';
import { longestLifeDays } from '../../../shared/access/longestKeyLife.ts';
import { powersRefusal } from '../../../shared/access/powers.ts';
import { effectivePermissions } from '../../../shared/access/principal.ts';
import { issueKey } from '../../../shared/acts/issueKey.ts';
import { stillManages } from '../../../shared/acts/managers.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { apiKeysMax, apiKeysOfReaderMax } from '../../../shared/contract/limits.ts';
import { createApiKey } from '../../../shared/contract/operations/apiKeys.ts';
import { ownersPermission } from '../../../shared/contract/permissions.ts';
import { generateApiKey, hashSecret, keyEnvironmentOf } from '../../../shared/credentials/apiKeys.ts';
import { shownSecrets } from '../../../shared/credentials/secrets.ts';
import { newApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { getMembers } from '../../../shared/data/organizations/organizations.ts';
import { post } from '../../../shared/http/post.ts';
import { baseUrl } from '../../../shared/presentation/links.ts';
import { presentApiKey } from '../../../shared/presentation/present.ts';

const tooMany = `cannot be given to another key: a person or service account has at most ${apiKeysMax} active keys`;
const tooManyOfReader =
  'Outside of any organization, a person who may only read can have one API key. Revoke it to make another.';

export const handler = post(
  createApiKey,
  async ({ principal, body, answer }) => {
    if (body.service_account_id !== undefined && body.service_account_id !== principal.user.id)
      requirePerson(principal);
    const now = Date.now();
    const longestLife = longestLifeDays();
    const { organization_id } = principal;
    const { uuid, secret, text } = generateApiKey(keyEnvironmentOf(baseUrl()));

    const make = async () => {
      const { user, organization, member } = await keyOwner(principal, body.service_account_id);
      if (organization_id !== null && !member) throw forbidden('You do not belong to this organization.');
      // The key is read after the organization. `endAccountsAndKeys`, which revokes the keys of a former member, also writes the
      // organization. If that happens after these reads, this commit conflicts.
      const maker = await keyOfRequest(principal);
      if (organization_id !== null && body.permissions?.includes(ownersPermission)) {
        const refusal = await powersRefusal(principal, now);
        if (refusal !== undefined) throw forbidden(`permissions cannot have ${ownersPermission}. ${refusal}`);
      }
      const expires_at = expiryWithin(maker, longestLife, body.expires_at, now);
      if (organization && body.service_account_id !== undefined) {
        const [manager] = await getMembers(organization.id, [principal.user.id]);
        if (!stillManages(principal, manager)) throw noManager();
      }
      const role = member?.role ?? null;
      const effective = effectivePermissions({ user, organization_id, role }, principal.permissions);
      const possible =
        organization_id === null ? permissionsOutsideOrganization(effective, maker) : effective;
      const given = {
        uuid,
        secret_hash: hashSecret(secret),
        name: body.name,
        owner_id: user.id,
        organization_id,
        ...(member && { member_since: member.joined_at }),
        permissions: permissionsWithin(possible, body.permissions),
        expires_at,
        made_by: makerOf(principal, maker),
      };
      return { apiKey: newApiKey(given, now), owner: user, organization };
    };
    const outcome = await issueKey(
      {
        make,
        by: principal,
        longestLifeDays: longestLife,
        now,
        ...(principal.reader && { most: apiKeysOfReaderMax }),
      },
      ({ apiKey, owner }, commit) =>
        answer({ ...presentApiKey(apiKey, owner), last_used_at: null, api_key: text }, commit),
    );
    return accepted(outcome, {
      too_many: () =>
        principal.reader ? quotaExceeded(tooManyOfReader) : wrongField('name', tooMany, body.name),
    });
  },
  { secrets: shownSecrets },
);

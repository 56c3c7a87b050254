import { expiryWithin, permissionsWithin } from '../../../shared/apiKeys/bounds.ts';
import { carriedKey, keyOwner } from '../../../shared/apiKeys/owners.ts';
import { apiKeysMax } from '../../../shared/contract/limits.ts';
import { createApiKey } from '../../../shared/contract/operations/apiKeys.ts';
import { issueOneMore, newApiKey } from '../../../shared/data/apiKeys.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { fence, getMembers } from '../../../shared/data/organizations.ts';
import { environment } from '../../../shared/environment.ts';
import { apiKeyEvent } from '../../../shared/events/describe.ts';
import { audienceOf, commitChange } from '../../../shared/events/outbox.ts';
import { requireStillManager } from '../../../shared/http/access.ts';
import { generateApiKey, hashSecret, keyEnvironmentOf } from '../../../shared/http/apiKeys.ts';
import { forbidden, wrongField } from '../../../shared/http/errors.ts';
import { post } from '../../../shared/http/post.ts';
import { effectivePermissions } from '../../../shared/http/principal.ts';
import { baseUrl } from '../../../shared/links.ts';
import { presentApiKey } from '../../../shared/present.ts';
import { shownSecrets } from '../../../shared/webhooks/secrets.ts';

const longestKeyLifeDays = environment('longestKeyLifeDays');

export const handler = post(
  createApiKey,
  async ({ principal, body, answer }) => {
    const now = Date.now();
    const longestLifeDays = Number(longestKeyLifeDays()) || null;
    const { organization_id } = principal;
    const maker = await carriedKey(principal);
    const expires_at = expiryWithin(maker, longestLifeDays, body.expires_at, now);
    const { uuid, secret, text } = generateApiKey(keyEnvironmentOf(baseUrl()));

    return retryOnConflict(async () => {
      const { user, organization, member } = await keyOwner(principal, body.service_account_id);
      if (organization_id !== null && !member) throw forbidden('You do not belong to this organization.');
      if (organization && body.service_account_id !== undefined) {
        const [manager] = await getMembers(organization.id, [principal.user.id]);
        requireStillManager(principal, manager);
      }
      const role = member?.role ?? null;
      const possible = effectivePermissions({ user, organization_id, role }, principal.permissions);
      const key = newApiKey(
        {
          uuid,
          secret_hash: hashSecret(secret),
          name: body.name,
          owner_id: user.id,
          organization_id,
          ...(member && { member_since: member.joined_at }),
          permissions: permissionsWithin(possible, body.permissions),
          expires_at,
        },
        now,
      );
      const issuing = await issueOneMore(key, longestLifeDays, now);
      if (!issuing)
        throw wrongField(
          'name',
          `cannot be that of another key: a person or service account has at most ${apiKeysMax} that work`,
          body.name,
        );
      // The organization is in the transaction: whoever leaves it, or may not manage it any more, changes it, so one comes first.
      return answer({ ...presentApiKey(key, user), last_used_at: null, api_key: text }, (kept) =>
        commitChange({
          audience: organization && audienceOf(organization),
          events: [apiKeyEvent('api_key.created', key, user, principal)],
          writes: [...issuing, ...(organization ? [fence(organization)] : []), ...kept],
        }),
      );
    });
  },
  { secrets: shownSecrets },
);

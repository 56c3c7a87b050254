import { forbidden, notFound } from '../../../shared/access/errors.ts';
import { covers } from '../../../shared/access/keyBounds.ts';
import { isShown, keyOfRequest } from '../../../shared/access/keyOwners.ts';
import { longestLifeDays } from '../../../shared/access/longestKeyLife.ts';
import { accepted } from '../../../shared/acts/refusal.ts';
import { revokeKey } from '../../../shared/acts/revokeKey.ts';
import { deleteApiKey } from '../../../shared/contract/operations/apiKeys.ts';
import { isActive, uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { getMembers } from '../../../shared/data/organizations/organizations.ts';
import { operation } from '../../../shared/http/operation.ts';

const noSuchKey = () => notFound('API key', 'key_id');

export const handler = operation(deleteApiKey, async ({ principal, path }) => {
  const now = Date.now();
  const { organization_id } = principal;
  const carried = await keyOfRequest(principal);
  const outcome = await revokeKey({
    uuid: uuidOfKey(path.key_id),
    by: principal,
    now,
    guard: async (key) => {
      if (!isActive(key, longestLifeDays(), now)) throw noSuchKey();
      const [member] = organization_id === null ? [] : await getMembers(organization_id, [key.owner_id]);
      if (!isShown(key, principal, member)) throw noSuchKey();
      if (key.owner_id === principal.user.id && !covers(carried, key))
        throw forbidden(
          'An API key cannot revoke a key with more permissions than its own. Use such a key or a session.',
        );
    },
  });
  accepted(outcome, { no_key: noSuchKey });
  return {};
});

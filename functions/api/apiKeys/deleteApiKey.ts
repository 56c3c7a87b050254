import { covers } from '../../../shared/apiKeys/bounds.ts';
import { carriedKey, isShown } from '../../../shared/apiKeys/owners.ts';
import { deleteApiKey } from '../../../shared/contract/operations/apiKeys.ts';
import { getApiKey, isActive, uuidOfKey } from '../../../shared/data/apiKeys.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { getMembers } from '../../../shared/data/organizations.ts';
import { environment } from '../../../shared/environment.ts';
import { commitRevoked } from '../../../shared/events/apiKeys.ts';
import { forbidden, notFound } from '../../../shared/http/errors.ts';
import { operation } from '../../../shared/http/operation.ts';

const longestKeyLifeDays = environment('longestKeyLifeDays');

const noSuchKey = () => notFound('API key', 'key_id');

export const handler = operation(deleteApiKey, async ({ principal, path }) => {
  const now = Date.now();
  const carried = await carriedKey(principal);
  await retryOnConflict(async () => {
    const key = await getApiKey(uuidOfKey(path.key_id));
    if (!key || !isActive(key, Number(longestKeyLifeDays()) || null, now)) throw noSuchKey();
    const [member] =
      principal.organization_id === null ? [] : await getMembers(principal.organization_id, [key.owner_id]);
    if (!isShown(key, principal, member)) throw noSuchKey();
    if (key.owner_id === principal.user.id && !covers(carried, key))
      throw forbidden('A key ends no other that may do more than itself.');
    await commitRevoked(key, principal, now);
  });
  return {};
});

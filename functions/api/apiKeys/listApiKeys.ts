import { isShown, keyOwner } from '../../../shared/access/keyOwners.ts';
import { longestLifeDays } from '../../../shared/access/longestKeyLife.ts';
import { ulidOf } from '../../../shared/contract/identifiers.ts';
import { listApiKeys } from '../../../shared/contract/operations/apiKeys.ts';
import { isActive, listApiKeyPage } from '../../../shared/data/callers/apiKeys.ts';
import { listKeyUses } from '../../../shared/data/callers/keyUses.ts';
import { operation } from '../../../shared/http/operation.ts';
import { cursors } from '../../../shared/http/pagination.ts';
import { presentApiKey } from '../../../shared/presentation/present.ts';

export const handler = operation(listApiKeys, async ({ principal, query }) => {
  const { organization_id } = principal;
  const { user, member } = await keyOwner(principal, query.service_account_id);
  const list = cursors('API keys', user.id, organization_id);
  const after = list.read(query.cursor);

  const now = Date.now();
  const { keys, next } = await listApiKeyPage(
    user.id,
    (key) => isActive(key, longestLifeDays(), now) && isShown(key, principal, member),
    { after: after && `key_${after}`, limit: query.limit },
  );
  const uses = await listKeyUses(keys.map(({ uuid }) => uuid));
  const items = keys.map((key) => ({
    ...presentApiKey(key, user),
    last_used_at: uses.get(key.uuid) ?? null,
  }));
  return list.page(items, next && ulidOf(next));
});

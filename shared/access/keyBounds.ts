import { ownersPermission, type Permission } from '../contract/permissions.ts';
import { type ApiKeyItem, endOf, oldestAt } from '../data/callers/apiKeys.ts';
import { forbidden, wrongField } from './errors.ts';

/** The credential that makes a key: an API key, which bounds the new key, or a session (null), which sets no bounds. */
type Maker = Pick<ApiKeyItem, 'permissions' | 'created_at' | 'expires_at'> | null;

/**
 * Returns the permissions that a key made outside of any organization can have. Callers who may found organizations can also give the key
 * the powers of owners, for the organizations that they found.
 *
 * @param maker the credential that makes the key. An API key can only give permissions that it has
 */
export function permissionsOutsideOrganization(
  possible: readonly Permission[],
  maker: Maker,
): readonly Permission[] {
  const mayFound = possible.includes('organization#create');
  const mayGive =
    maker === null || maker.permissions === null || maker.permissions.includes(ownersPermission);
  return mayFound && mayGive ? [...possible, ownersPermission] : possible;
}

/**
 * Returns the permissions of a new key: the requested permissions, or by default all `possible` permissions except the powers of owners.
 * `possible`: the permissions that both the maker and the owner of the key have. Throws 403 for other permissions.
 */
export function permissionsWithin(
  possible: readonly Permission[],
  asked: readonly Permission[] = possible.filter((permission) => permission !== ownersPermission),
): Permission[] {
  const beyond = asked.filter((permission) => !possible.includes(permission));
  if (beyond.length > 0)
    throw forbidden(
      `permissions has more than you can give: ${beyond.join(', ')}. Leave out what your credential or the owner of the key does not have.`,
    );
  return possible.filter((permission) => asked.includes(permission));
}

/**
 * Returns the time at which a key made at `now` (epoch milliseconds) expires, as text; null: never. Throws 422 for a time in the past, and
 * 403 for a time after the maker's end or after the stage's longest lifetime for keys.
 */
export function expiryWithin(
  maker: Maker,
  longestLifeDays: number | null,
  asked: string | undefined,
  now: number,
): string | null {
  const latest = Math.min(
    maker ? endOf(maker, longestLifeDays) : Number.POSITIVE_INFINITY,
    oldestAt({ created_at: new Date(now).toISOString() }, longestLifeDays),
  );
  const at = asked === undefined ? latest : Date.parse(asked);
  if (at <= now) throw wrongField('expires_at', 'must lie in the future', asked);
  if (at > latest)
    throw forbidden(
      `expires_at must be ${new Date(latest).toISOString()} at the latest. A key cannot outlive your API key or the longest lifetime of keys.`,
    );
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

/** Returns whether a credential has every permission of a key. Only then may it revoke another key of the same owner. */
export const covers = (credential: Maker, { permissions }: Pick<ApiKeyItem, 'permissions'>): boolean => {
  const granted = credential?.permissions ?? null;
  return granted === null || (permissions?.every((one) => granted.includes(one)) ?? false);
};

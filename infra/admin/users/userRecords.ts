import type { ActType } from '../../../shared/contract/actTypes.ts';
import type { CallerItem } from '../../../shared/data/callers/callers.ts';
import type { Change } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import type { CallerReference } from '../commandLine/arguments.ts';
import { existingUser } from '../commandLine/lookups.ts';
import { actsOn, recordsOf } from '../commandLine/recording.ts';

/** Commits a change of a person, with activity in their organizations. Throws a Refusal when there is no such person. */
export const changeUser = (
  reference: CallerReference,
  act: ActType,
  change: (user: CallerItem) => [Change<CallerItem>, ...Change[]],
): Promise<CallerItem> =>
  retryOnConflict(async () => {
    const user = await existingUser(reference);
    const [changed] = await commitChange({
      records: recordsOf(await actsOn(user.id, act)),
      writes: change(user),
    });
    return changed;
  });

export const presentUser = (user: CallerItem) => ({
  id: user.id,
  email: user.email,
  name: user.name,
  given_name: user.given_name,
  family_name: user.family_name,
  current_organization_id: user.current_organization_id,
  created_at: createdAt(user.id),
  is_bound: user.identity_hash !== null,
  address_proven_at: user.proven_at ?? null,
  ...(user.reader_since !== undefined && { reader_since: user.reader_since }),
  disabled_at: user.disabled_at,
  ...(user.erased_at !== undefined && { erased_at: user.erased_at }),
});

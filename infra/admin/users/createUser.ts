import {
  asOrdinaryUser,
  type CallerItem,
  createCaller,
  findUserByEmail,
  isReader,
  newUser,
  provenAt,
  replaceCaller,
} from '../../../shared/data/callers/callers.ts';
import { bookkeeping, writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { Refusal } from '../commandLine/refusal.ts';

type Names = Pick<CallerItem, 'name' | 'given_name' | 'family_name'>;

/**
 * Creates a person, or makes a reader with this address an ordinary user. `now`: epoch milliseconds. Throws a Refusal when another user has the
 * address.
 */
export const createUser = (email: string, names: Names, now: number): Promise<CallerItem> =>
  retryOnConflict(async () => {
    const other = await findUserByEmail(email);
    if (other && !isReader(other))
      throw new Refusal(`The user ${other.id} (${other.name}) has the e-mail address ${email} already.`);
    const [created] = await writeBookkeeping(
      other
        ? [bookkeeping('account', replaceCaller(provenAt({ ...asOrdinaryUser(other), ...names }, now)))]
        : createCaller(newUser({ ...names, email }, now)),
    );
    return created;
  });

import { accepted } from '../../../shared/acts/refusal.ts';
import { changeAddress, updatePerson } from '../../../shared/acts/updatePerson.ts';
import { findUserByEmail } from '../../../shared/data/callers/callers.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference } from '../commandLine/arguments.ts';
import { existingUser, labelOf } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endSessionsOf } from './sessionRecords.ts';
import { presentUser } from './userRecords.ts';

const taken = (email: string): Refusal =>
  new Refusal(`Another user has the e-mail address ${email} already.`);

export async function renameUser({ output }: Admin, reference: CallerReference, name: string): Promise<void> {
  const { id } = await existingUser(reference);
  const outcome = await updatePerson({ userId: id, name, by: operator });
  const renamed = accepted(outcome, { no_person: () => new Refusal(`There is no user ${id}.`) });
  output.record(presentUser(renamed));
}

/**
 * Gives a person another address, and ends their sessions. Also unlinks the person from their account at the identity provider, because
 * that account belongs to the earlier address.
 */
export async function changeUserAddress(
  { output, now, confirm }: Admin,
  reference: CallerReference,
  email: string,
): Promise<void> {
  const before = await existingUser(reference);
  const { id } = before;
  if (before.email !== null && normalizedEmail(before.email) === normalizedEmail(email))
    throw new Refusal(
      `${labelOf(before)} has this address already. To bind another account to it: users rebind ${id}`,
    );
  if (await findUserByEmail(email)) throw taken(email);
  await confirm(
    `${labelOf(before)} loses the account at the identity provider and all sessions. The next account that signs in with ${email} gets everything of this person.`,
  );
  const user = await retryOnConflict(async () => {
    const person = await existingUser({ id });
    const outcome = await changeAddress({ person, email, by: operator, now, unbinds: true });
    return accepted(outcome, { address_taken: () => taken(email) });
  });
  const sessions = await endSessionsOf(user.id, now);
  output.record({ ...presentUser(user), ended_sessions: sessions.length });
  output.note(`The next account that signs in with the verified address ${email} is bound to this person.`);
}

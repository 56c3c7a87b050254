import { retryOnConflict } from '../../shared/data/conflict.ts';
import { unbindIdentity } from '../../shared/data/identities.ts';
import { commitChange } from '../../shared/events/commitChange.ts';
import type { Admin } from './admin.ts';
import type { CallerReference } from './arguments.ts';
import { existingUser, labelOf } from './lookups.ts';
import { actsOn, recordsOf } from './recording.ts';
import { endSessionsOf } from './sessionRecords.ts';
import { presentUser } from './userRecords.ts';

/** Takes back which account at the identity provider a person signs in with. Sessions that it began end: whose were they? */
export async function rebindUser({ output, now }: Admin, reference: CallerReference): Promise<void> {
  const user = await retryOnConflict(async () => {
    const person = await existingUser(reference);
    const [unbound] = await commitChange({
      records: recordsOf(await actsOn(person.id, 'user.rebound')),
      writes: unbindIdentity(person),
    });
    return unbound;
  });
  const sessions = await endSessionsOf(user.id, now);
  output.record({ ...presentUser(user), ended_sessions: sessions.length });
  output.note(
    `The next who signs in with the verified address ${labelOf(user)} is this person from then on.`,
  );
}

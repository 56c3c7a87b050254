import { commit } from '../../shared/data/commit.ts';
import { retryOnConflict } from '../../shared/data/conflict.ts';
import { unbindIdentity } from '../../shared/data/identities.ts';
import type { Admin } from './admin.ts';
import type { CallerReference } from './arguments.ts';
import { existingUser, labelOf } from './lookups.ts';
import { endSessionsOf } from './sessionRecords.ts';
import { presentUser } from './userRecords.ts';

/** Takes back which account at the identity provider a person signs in with. Sessions that it began end: whose were they? */
export async function rebindUser(admin: Admin, reference: CallerReference): Promise<void> {
  await admin.connect();
  const user = await retryOnConflict(async () => {
    const [unbound] = await commit(unbindIdentity(await existingUser(reference)));
    return unbound;
  });
  const sessions = await endSessionsOf(user.id, admin.now());
  const output = admin.output();
  output.record({ ...presentUser(user), ended_sessions: sessions.length });
  output.note(
    `The next who signs in with the verified address ${labelOf(user)} is this person from then on.`,
  );
}

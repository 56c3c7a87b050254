import type { Admin } from './admin.ts';
import type { CallerReference } from './arguments.ts';
import { labelOf } from './lookups.ts';
import { endSessions, openSessions } from './sessionRecords.ts';
import { changeUser, presentUser } from './userRecords.ts';

/** Shuts a person out. The service looks at the mark with every request; their sessions end for good besides. */
export async function disableUser(admin: Admin, reference: CallerReference): Promise<void> {
  await admin.connect();
  const disabled_at = new Date(admin.now()).toISOString();
  const user = await changeUser(reference, (now) => ({
    ...now,
    disabled_at: now.disabled_at ?? disabled_at,
  }));
  const sessions = await openSessions(user.id, admin.now());
  await endSessions(sessions);
  const output = admin.output();
  output.record({ ...presentUser(user), ended_sessions: sessions.length });
  output.note(
    `${labelOf(user)} is disabled. Their keys are refused from now on, and work again once they are enabled.`,
  );
}

export async function enableUser(admin: Admin, reference: CallerReference): Promise<void> {
  await admin.connect();
  const user = await changeUser(reference, (now) => ({ ...now, disabled_at: null }));
  const output = admin.output();
  output.record(presentUser(user));
  output.note(`${labelOf(user)} can sign in, and their keys work again.`);
}

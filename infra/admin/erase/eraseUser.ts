import { setTimeout as delay } from 'node:timers/promises';
import {
  type CallerItem,
  erasePerson,
  replaceCaller,
  unnamedPerson,
} from '../../../shared/data/callers/callers.ts';
import { listPoliciesThatName } from '../../../shared/data/callers/mentions.ts';
import { getMembers, listMemberships } from '../../../shared/data/organizations/organizations.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import type { Admin } from '../commandLine/admin.ts';
import type { CallerReference } from '../commandLine/arguments.ts';
import { existingUser, knownUser, labelOf, organizationNamed } from '../commandLine/lookups.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endSessionsOf } from '../users/sessionRecords.ts';
import { changeUser } from '../users/userRecords.ts';
import { eraseMentions } from './mentions.ts';
import { announce, planOf } from './plan.ts';
import { leaveAll, removeKeysOf, removePersonalDocuments } from './steps.ts';

/**
 * Erases a person. Each step can be repeated, and the person stays identifiable until the last step, so that the command can continue after
 * an interruption.
 */
export async function eraseUser(
  { stage, output, now, clock, confirm }: Admin,
  reference: CallerReference,
): Promise<void> {
  const known = await knownUser(reference);
  if (known.erased_at !== undefined) {
    output.record({ id: known.id, erased_at: known.erased_at });
    return output.note(`${known.id} was erased already. Nothing is left to do.`);
  }
  const plan = await planOf(known, now);
  await announce(output, plan);
  await confirm(`${labelOf(known)} is erased, which cannot be undone.`);

  const user = await changeUser({ id: known.id }, 'user.erased', (person) => [
    replaceCaller(unnamedPerson(person, now)),
  ]);
  const sessions = await endSessionsOf(user.id, now);
  const keys = await removeKeysOf(user, stage, now);
  const { organizations, stopped } = await leaveAll(user, plan.memberships, now);
  output.note('Waiting half a minute for running requests ...');
  await requestsHaveEnded(clock);
  const personal_documents = await removePersonalDocuments(user.id, clock());
  const person = { id: user.id, email: user.email ?? user.id };
  const mentions = await eraseMentions(person);
  const policies = await listPoliciesThatName(person);
  const erased = await forget(user, clock());

  output.record({
    id: erased.id,
    erased_at: erased.erased_at ?? null,
    organizations,
    ended_sessions: sessions.length,
    removed_keys: keys,
    stopped_webhooks: stopped,
    removed_personal_documents: personal_documents,
    ...mentions,
    policies_left: policies.map(({ organization_id, policy_id }) => `${policy_id} of ${organization_id}`),
  });
  if (policies.length > 0)
    output.note(
      'The rules of these policies still allow the address of the person. Ask the owners of the organizations to remove it.',
    );
  whatStays(output, labelOf(known));
}

/** A function ends after 29 s. Until then, a request that started before the erasure may store the person's name. */
const underWayMilliseconds = 32_000;
const pauseMilliseconds = 500;

async function requestsHaveEnded(now: Admin['clock']): Promise<void> {
  for (const until = now() + underWayMilliseconds; now() < until; ) await delay(pauseMilliseconds);
}

/** Erases the person's own record, as the last step. Throws a Refusal if the person was made a member again. */
const forget = ({ id }: CallerItem, now: number): Promise<CallerItem> =>
  retryOnConflict(async () => {
    const user = await existingUser({ id });
    // The list is eventually consistent, so each membership is checked.
    for (const { organization_id } of await listMemberships(id))
      if ((await getMembers(organization_id, [id])).length > 0)
        throw new Refusal(
          `${labelOf(user)} joined ${await organizationNamed(organization_id)} in the meantime. Run the command again.`,
        );
    const [erased] = await writeBookkeeping(erasePerson(user, now));
    return erased;
  });

function whatStays({ note }: Admin['output'], label: string): void {
  note(
    `What the person made in organizations stays, as made by "Erased user". Nobody can read private documents there until an owner hands them over.`,
  );
  note(
    'Not changed: texts in titles, descriptions, names and files; requests that endpoints received; log lines, which have ids, for a month; backups of the table for 35 days; previous versions of files for 30 days; the SHA-256 of an address that stopped mail, so that it gets none.',
  );
  note(
    `Delete the account at the identity provider yourself. In the pool of the stage: aws cognito-idp admin-delete-user --user-pool-id <UserPoolId> --username ${label}`,
  );
}

import {
  asDisabled,
  type CallerItem,
  findUserByEmail,
  replaceCaller,
} from '../../../shared/data/callers/callers.ts';
import { listMemberships } from '../../../shared/data/organizations/organizations.ts';
import { grouped } from '../../../shared/text/words.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { endAccessOf, leftSentence, noteLeft, organizationsLeft } from './disableUser.ts';
import { eachRow, inGroups } from './eachRow.ts';
import { FailedRows, reportRun } from './failedRows.ts';
import { type PeopleFile, peopleFile } from './peopleFile.ts';
import { changeUser } from './userRecords.ts';

/** Reads a file whose first column is email. */
export const leaversFile = peopleFile({ uses: 1 });

/**
 * Disables the people of a file, as `disableUser` does. People who are disabled already count as done, so the command can be interrupted and
 * repeated.
 */
export async function disableFrom(admin: Admin, file: PeopleFile): Promise<void> {
  const { output, now, confirm } = admin;
  const { leavers, left } = await foreseen(file);
  if (leavers.length > 0)
    await confirm(
      [
        `People who cannot sign in any more: ${grouped(leavers.length)}. Their keys stop working, and their sessions end for good.`,
        ...left.map(leftSentence),
      ].join(' '),
    );
  for (const organization of left) noteLeft(output, organization);
  const failed = new FailedRows(file);
  const { results, failures } = await eachRow(file, { output, failed }, async ({ email }) => {
    const before = await findUserByEmail(email);
    if (!before) throw new Refusal('no user has this address');
    const user =
      before.disabled_at === null
        ? await changeUser({ email }, 'user.disabled', (current) => [replaceCaller(asDisabled(current, now))])
        : before;
    return { isNew: before.disabled_at === null, ...(await endAccessOf(user, admin)) };
  });
  const disabled = results.filter(({ isNew }) => isNew).length;
  const result = {
    file: file.path,
    rows: file.rows.length + file.repeated,
    disabled,
    done_before: results.length - disabled,
    repeated: file.repeated,
    ended_sessions: results.reduce((sum, { ended_sessions }) => sum + ended_sessions, 0),
    active_keys: results.flatMap(({ active_keys }) => active_keys),
    stopped_webhooks: results.flatMap(({ stopped_webhooks }) => stopped_webhooks),
  };
  reportRun(output, result, failures, failed);
}

/** Returns the people of the file who are not disabled yet, and the organizations that would have no enabled owner without them. */
async function foreseen({ rows }: PeopleFile) {
  const people: CallerItem[] = [];
  for (const group of inGroups(rows.filter(({ fault }) => fault === undefined))) {
    const found = await Promise.all(group.map(({ email }) => findUserByEmail(email)));
    people.push(...found.filter((person) => person !== undefined));
  }
  const leavers = people.filter(({ disabled_at }) => disabled_at === null);
  const memberships = [];
  for (const group of inGroups(leavers))
    memberships.push(...(await Promise.all(group.map(({ id }) => listMemberships(id)))).flat());
  return { leavers, left: await organizationsLeft(memberships, new Set(people.map(({ id }) => id))) };
}

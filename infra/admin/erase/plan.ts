import { listApiKeys } from '../../../shared/data/callers/apiKeys.ts';
import { type CallerItem, erasedName } from '../../../shared/data/callers/callers.ts';
import { listEveryDocument } from '../../../shared/data/documents/documentLists.ts';
import { listMemberships } from '../../../shared/data/organizations/organizations.ts';
import { endpointsOf } from '../../../shared/data/webhooks/entitlement.ts';
import { labelOf, organizationNamed } from '../commandLine/lookups.ts';
import { type Output, printable } from '../commandLine/output.ts';
import { requireOtherOwner } from '../organizations/owners.ts';
import { unexpiredSessions } from '../users/sessionRecords.ts';
import { noteDisabled } from '../webhooks/lookups.ts';

/**
 * Counts a person's memberships, keys, sessions and own documents at `now` (epoch milliseconds). Throws a Refusal for the last owner of an
 * organization.
 */
export async function planOf(user: CallerItem, now: number) {
  const memberships = await listMemberships(user.id);
  for (const membership of memberships) await requireOtherOwner(membership, labelOf(user));
  const [keys, sessions] = await Promise.all([listApiKeys(user.id), unexpiredSessions(user.id, now)]);
  let personalDocuments = 0;
  for await (const page of listEveryDocument(user.id)) personalDocuments += page.length;
  return { user, memberships, keys: keys.length, sessions: sessions.length, personalDocuments };
}

/** Prints what the erasure will do, and which endpoints will stop. */
export async function announce(
  output: Output,
  { user, memberships, keys, sessions, personalDocuments }: Awaited<ReturnType<typeof planOf>>,
): Promise<void> {
  const { note } = output;
  note(
    `${labelOf(user)} (${printable(user.name)}, ${user.id}) loses all access, and is shown as "${erasedName}" everywhere.`,
  );
  note(
    `Removed: ${keys} API keys, ${sessions} sessions, invitations to the person, entries of groups, access to rooms, their e-mail address and sign-in.`,
  );
  note(
    `Removed, and cannot be restored: ${personalDocuments} documents that the person made outside of any organization.`,
  );
  for (const membership of memberships) {
    const { organization_id, role } = membership;
    note(
      `The person leaves ${await organizationNamed(organization_id)}, as ${role}. What they made there stays.`,
    );
    noteDisabled(output, await endpointsOf(membership));
  }
}

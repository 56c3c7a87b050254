import { endEntriesOfMember } from '../../../shared/acts/groupEntries.ts';
import { indexMark } from '../../../shared/acts/indexMark.ts';
import { accepted, isRefused } from '../../../shared/acts/refusal.ts';
import { removeMember } from '../../../shared/acts/removeMember.ts';
import type { ActorId, ApiKeyId, OrganizationId, WebhookId } from '../../../shared/contract/identifiers.ts';
import { apiKeyIdOf, getApiKey, listApiKeys, removeApiKey } from '../../../shared/data/callers/apiKeys.ts';
import { type CallerItem, erasedName } from '../../../shared/data/callers/callers.ts';
import {
  findDocument,
  isBeingRemoved,
  removeAtOnce,
} from '../../../shared/data/documents/deletedDocuments.ts';
import { listEveryDocument } from '../../../shared/data/documents/documentLists.ts';
import type { MemberItem } from '../../../shared/data/organizations/organizations.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { retryOnConflict } from '../../../shared/data/table/conflict.ts';
import { commitChange } from '../../../shared/events/commitChange.ts';
import { documentRecord } from '../../../shared/events/records/documents.ts';
import { operator } from '../../../shared/events/records/record.ts';
import { labelOf, organizationNamed } from '../commandLine/lookups.ts';
import { endKey } from '../keys/revokeKey.ts';
import { hasOtherOwner, ownerRefusals } from '../organizations/owners.ts';
import type { Stage } from '../stage/stage.ts';

/** Ends and removes a person's keys, because the name of a key may identify its owner. Returns the ids of the keys. */
export async function removeKeysOf({ id }: CallerItem, stage: Stage, now: number): Promise<ApiKeyId[]> {
  const removed: ApiKeyId[] = [];
  for (const { uuid } of await listApiKeys(id)) {
    // The list is eventually consistent: an earlier run may have removed the key.
    const key = await getApiKey(uuid);
    if (!key) continue;
    await retryOnConflict(async () => writeBookkeeping(removeApiKey(await endKey(stage, key, now))));
    removed.push(apiKeyIdOf(key));
  }
  return removed;
}

/**
 * Removes a person from their organizations. The events of the removal contain only the person's id. Returns the organizations, and the
 * endpoints that stop.
 */
export async function leaveAll(user: CallerItem, memberships: readonly MemberItem[], now: number) {
  const organizations: OrganizationId[] = [];
  const stopped: WebhookId[] = [];
  for (const { organization_id } of memberships) {
    const outcome = await removeMember({
      userId: user.id,
      organizationId: organization_id,
      by: operator,
      now,
      hasOtherOwner,
      endEntries: endEntriesOfMember,
      shown: unnamed,
    });
    if (isRefused(outcome) && outcome.refused === 'no_member') continue;
    const removed = accepted(outcome, {
      ...ownerRefusals(labelOf(user), await organizationNamed(organization_id)),
    });
    organizations.push(organization_id);
    stopped.push(...removed.stopped.map(({ id }) => id));
  }
  return { organizations, stopped };
}

const unnamed = (member: MemberItem): MemberItem => ({
  ...member,
  name: erasedName,
  email: null,
  given_name: null,
  family_name: null,
});

/**
 * Deletes the documents that a person made outside of any organization, and returns their number. The worker for deleted documents removes
 * these documents later.
 */
export async function removePersonalDocuments(userId: ActorId, now: number): Promise<number> {
  let removed = 0;
  for await (const page of listEveryDocument(userId))
    for (const { id } of page)
      await retryOnConflict(async () => {
        const document = await findDocument(id);
        if (!document || isBeingRemoved(document)) return;
        const mark = indexMark(document, 'hides');
        await commitChange({
          records: [documentRecord('document.deleted', document, operator)],
          writes: [...removeAtOnce(document, now), ...mark.writes],
          announce: mark.announce,
        });
        removed += 1;
      });
  return removed;
}

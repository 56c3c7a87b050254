import type { ActorId } from '../../../shared/contract/identifiers.ts';
import { getApiKey, listApiKeys, removeApiKey } from '../../../shared/data/apiKeys.ts';
import { type CallerItem, erasedName } from '../../../shared/data/callers.ts';
import { commit } from '../../../shared/data/commit.ts';
import { retryOnConflict } from '../../../shared/data/conflict.ts';
import { findDocument, isBeingRemoved, removeAtOnce } from '../../../shared/data/deletedDocuments.ts';
import { listEveryDocument } from '../../../shared/data/documentLists.ts';
import type { MemberItem } from '../../../shared/data/organizations.ts';
import { documentEvent, operator } from '../../../shared/events/describe.ts';
import { commitChange } from '../../../shared/events/outbox.ts';
import { endKey } from '../revokeKey.ts';
import type { Stage } from '../stage.ts';
import { takeOut } from '../takeOut.ts';
import type { StoppingWebhooks } from '../webhooks/stopping.ts';

/** Ends and removes a person's keys: what they are called may say whose they were. Returns their ids. */
export async function removeKeysOf({ id }: CallerItem, stage: Stage, now: number): Promise<string[]> {
  const removed: string[] = [];
  for (const { uuid } of await listApiKeys(id)) {
    // The list is a moment behind: an earlier run may have removed it.
    const key = await getApiKey(uuid);
    if (!key) continue;
    await retryOnConflict(async () => commit(removeApiKey(await endKey(stage, key, now))));
    removed.push(uuid);
  }
  return removed;
}

/** Takes a person out of their organizations. Those who are told hear of the id only. Returns the organizations. */
export async function leaveAll(
  { id }: CallerItem,
  memberships: readonly MemberItem[],
  stopping: StoppingWebhooks,
): Promise<string[]> {
  const left: string[] = [];
  for (const { organization_id } of memberships) {
    const { removed } = await takeOut(stopping, { id }, organization_id, unnamed);
    if (removed) left.push(organization_id);
  }
  return left;
}

const unnamed = (member: MemberItem): MemberItem => ({
  ...member,
  name: erasedName,
  email: null,
  given_name: null,
  family_name: null,
});

/** Has what somebody made outside of any organization removed, by the worker of deleted documents. Returns how many. */
export async function removePersonalDocuments(userId: ActorId, now: number): Promise<number> {
  let removed = 0;
  for await (const page of listEveryDocument(userId))
    for (const { id } of page)
      await retryOnConflict(async () => {
        const document = await findDocument(id);
        if (!document || isBeingRemoved(document)) return;
        const events = [documentEvent('document.deleted', document, operator)] as const;
        await commitChange({ events, writes: removeAtOnce(document, now) });
        removed += 1;
      });
  return removed;
}

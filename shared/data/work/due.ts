import * as z from 'zod/mini';
import type {
  DocumentId,
  EventId,
  GroupId,
  MailId,
  OrganizationId,
  RoomId,
  Ulid,
  VersionId,
  WebhookId,
} from '../../contract/identifiers.ts';
import { log } from '../../runtime/log.ts';
import { apiKeyUuidIn } from '../keys/callers.ts';
import { deletedDocumentIdIn, deletedVersionIdsIn, staleCopiesIn, versionIdsIn } from '../keys/documents.ts';
import { removedGroupIdsIn } from '../keys/groups.ts';
import type { Key } from '../keys/key.ts';
import { mailIdIn } from '../keys/mail.ts';
import { deletedOrganizationIdIn } from '../keys/organizations.ts';
import { countedViewsIn, type ViewsOfMinute } from '../keys/reading.ts';
import { removedRoomIdsIn } from '../keys/rooms.ts';
import { indexMarkIn } from '../keys/search.ts';
import { eventIdIn, laneIdIn } from '../keys/webhooks.ts';
import { dueShards, searchShards } from '../keys/work.ts';
import { type Item, inIndex, queryItems } from '../table/read.ts';
import { dueIndex } from '../table/table.ts';
import { hasChanged } from '../table/update.ts';

/**
 * The due index: every item with work to be done has the time at which the work is due. Work is sent to its queue as soon as it is
 * committed, and again each time that it is due and not done. So a lost message, a killed worker or a stopped service delays work, and no
 * work is lost.
 */

/** The time that a message sent at commit has before the sweep sends another. */
export const sendGraceMilliseconds = 60_000;

/** Work that has fallen due. */
export interface DueWork {
  readonly key: Key;
  readonly dueAtMilliseconds: number;
  readonly task: Task;
}

export type Task =
  | { readonly kind: 'process_version'; readonly document_id: DocumentId; readonly version_id: VersionId }
  | { readonly kind: 'fan_out_event'; readonly event_id: EventId }
  | { readonly kind: 'tell_of_views'; readonly views: ViewsOfMinute }
  | { readonly kind: 'deliver'; readonly webhook_id: WebhookId }
  | { readonly kind: 'send_mail'; readonly mail_id: MailId }
  | { readonly kind: 'tell_of_key_end'; readonly key_uuid: string }
  | { readonly kind: 'index_document'; readonly document_id: DocumentId; readonly tenant: Ulid }
  | {
      readonly kind: 'remove_deleted';
      readonly document_id: DocumentId;
      readonly version_id?: VersionId;
      /** The copies of the document's state in rooms are to be updated. */
      readonly copies?: Ulid;
    }
  | {
      readonly kind: 'remove_deleted';
      readonly organization_id: OrganizationId;
      /** With neither it nor a room: the organization itself. */
      readonly group_id?: GroupId;
      readonly room_id?: RoomId;
      /** Absent: the room itself. */
      readonly removal?: Ulid;
    };

const dueItem = z.object({ pk: z.string(), sk: z.string(), [dueIndex.sortKey]: z.int() });

/** The number of queries at the same time: fewer than the SDK's connections, so that no query waits for a connection. */
const concurrentQueries = 25;

/**
 * Returns the work that fell due by `now` (epoch milliseconds): up to `countPerShard` pieces from each shard, longest due first. Begins
 * with a random shard, so that no shard is always the last. Logs a shard that it cannot read and leaves it to the next run; throws when it
 * can read none. `hasSearch`: whether the stage has search, so that the marks of documents for search are work too
 */
export async function listDueWork(
  now: number,
  countPerShard: number,
  hasSearch: boolean,
): Promise<DueWork[]> {
  const all = hasSearch ? [...dueShards, ...searchShards] : dueShards;
  const first = Math.floor(Math.random() * all.length);
  const shards = [...all.slice(first), ...all.slice(0, first)];
  const outcomes: PromiseSettledResult<Item[]>[] = [];
  for (let start = 0; start < shards.length; start += concurrentQueries) {
    const some = shards.slice(start, start + concurrentQueries);
    const queries = some.map((shard) =>
      queryItems(inIndex(dueIndex, shard, '#sort <= :now', { ':now': now }), countPerShard),
    );
    outcomes.push(...(await Promise.allSettled(queries)));
  }
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length === shards.length) throw failed[0]?.reason;
  if (failed.length > 0)
    log.error('parts of the due index not read', { count: failed.length, error: failed[0]?.reason });
  return outcomes
    .flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
    .flatMap(parseDue);
}

/** Returns nothing for an item of a kind that only a later release knows, so that the work of other items does not wait for it. */
function parseDue(item: Item): DueWork[] {
  const { pk, sk, due_at_ms } = z.parse(dueItem, item);
  const task = taskOf({ pk, sk });
  if (!task) log.error('an item of unknown kind is due', { pk, sk });
  return task ? [{ key: { pk, sk }, dueAtMilliseconds: due_at_ms, task }] : [];
}

/** The key decides what is to be done: the index carries keys only. */
function taskOf(key: Key): Task | undefined {
  const version = versionIdsIn(key);
  if (version) return { kind: 'process_version', ...version };
  const event_id = eventIdIn(key);
  if (event_id) return { kind: 'fan_out_event', event_id };
  const views = countedViewsIn(key);
  if (views) return { kind: 'tell_of_views', views };
  const webhook_id = laneIdIn(key);
  if (webhook_id) return { kind: 'deliver', webhook_id };
  const mail_id = mailIdIn(key);
  if (mail_id) return { kind: 'send_mail', mail_id };
  const key_uuid = apiKeyUuidIn(key);
  if (key_uuid) return { kind: 'tell_of_key_end', key_uuid };
  const mark = indexMarkIn(key);
  if (mark) return { kind: 'index_document', ...mark };
  const document_id = deletedDocumentIdIn(key);
  if (document_id) return { kind: 'remove_deleted', document_id };
  const deletedVersion = deletedVersionIdsIn(key);
  if (deletedVersion) return { kind: 'remove_deleted', ...deletedVersion };
  const stale = staleCopiesIn(key);
  if (stale) return { kind: 'remove_deleted', ...stale };
  const group = removedGroupIdsIn(key);
  if (group) return { kind: 'remove_deleted', ...group };
  const room = removedRoomIdsIn(key);
  if (room) return { kind: 'remove_deleted', ...room };
  const organization_id = deletedOrganizationIdIn(key);
  return organization_id && { kind: 'remove_deleted', organization_id };
}

/**
 * Postpones work to `dueAtMilliseconds` (since the epoch). Returns false when it was moved or done since it was listed. The item's
 * revision stays the same, because this is no change of the item.
 */
export const postpone = (
  work: Pick<DueWork, 'key' | 'dueAtMilliseconds'>,
  dueAtMilliseconds: number,
): Promise<boolean> =>
  hasChanged(work.key, {
    set: { [dueIndex.sortKey]: dueAtMilliseconds },
    seen: { [dueIndex.sortKey]: work.dueAtMilliseconds },
  });

import {
  type ActivityId,
  type ActorId,
  type DocumentId,
  type OrganizationId,
  ulidOf,
} from '../../contract/identifiers.ts';
import { filterIndex, listIndex } from '../table/table.ts';
import { type Key, ofDocument, ofOrganization, type UserId } from './key.ts';
import { randomBitsOf } from './work.ts';

export const personalActivityPrefix = 'ACTIVITY#USER#';

/**
 * Partitions of the list index with activity, by id: entries for an organization's owners and admins, entries for the creator of private
 * documents only, and entries about documents outside of any organization.
 */
export const activityList = {
  organization: (organizationId: OrganizationId) => `ACTIVITY#ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `ACTIVITY#ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: UserId) => personalActivityPrefix + ulidOf(userId),
};

export const activityPrefix = 'ACTIVITY#';
export const activityOfDocument = (documentId: DocumentId): string => `ACTIVITY#DOC#${ulidOf(documentId)}`;

/** An entry about a document is in the document's partition. Other entries are in the partition of their list. */
export const activityKey = (id: ActivityId, documentId: DocumentId | null, partition: string): Key => ({
  pk: documentId === null ? partition : activityOfDocument(documentId),
  sk: ulidOf(id),
});

/**
 * What the change of an entry replaced, in the partition of the entry's document or organization. A document can have thousands of them, so
 * they do not stand between its policies and the document, which one query reads.
 */
export const documentChangeKey = (documentId: DocumentId, entryId: ActivityId): Key =>
  ofDocument(documentId, `REPLACED#${ulidOf(entryId)}`);
/** The key of release 1.1.0, which does stand there. */
export const oldDocumentChangeKey = (documentId: DocumentId, entryId: ActivityId): Key =>
  ofDocument(documentId, `CHANGED#${ulidOf(entryId)}`);
export const organizationChangeKey = (organizationId: OrganizationId, entryId: ActivityId): Key =>
  ofOrganization(organizationId, `CHANGED#${ulidOf(entryId)}`);

/** One actor's entries in a list. */
export const activityByActor = (partition: string, userId: UserId): string =>
  `${partition}#ACTOR#${ulidOf(userId)}`;

/** The places of an entry. Without a known actor it has no place by actor. */
export const activityPlace = (partition: string, id: ActivityId, actorId: ActorId | null) => ({
  [listIndex.partitionKey]: partition,
  [listIndex.sortKey]: ulidOf(id),
  ...(actorId !== null && {
    [filterIndex.partitionKey]: activityByActor(partition, actorId),
    [filterIndex.sortKey]: ulidOf(id),
  }),
});

/** The chain that seals the entries of one list of activity. `partition`: that of the list. */
export const chainKey = (partition: string): Key => ({ pk: `CHAIN#${partition}`, sk: 'CHAIN' });

export const blockPrefix = 'BLOCK#';
export const blockKey = (partition: string, number: number): Key => ({
  pk: `CHAIN#${partition}`,
  sk: blockPrefix + String(number).padStart(12, '0'),
});

/** The sealer checks the chains of one partition each minute. So it checks each chain twice an hour. */
export const chainShardCount = 30;

const chainShard = (shard: number): string => `CHAINS#${shard}`;

/** Partitions of the list index with the chains, by list. */
export const chainShards: readonly string[] = Array.from({ length: chainShardCount }, (_, shard) =>
  chainShard(shard),
);

export const chainPlace = (partition: string) => ({
  [listIndex.partitionKey]: chainShard(randomBitsOf(partition) % chainShardCount),
  [listIndex.sortKey]: partition,
});

/** The mark of a list of activity with new entries. Functions that commit entries may write marks, but may not write chains. */
const markPrefix = 'MARK#';

export const markKey = (partition: string): Key => ({ pk: markPrefix + partition, sk: 'MARK' });

/** Returns the list that a mark is for. */
export const markedListIn = ({ pk }: Key): string => pk.slice(markPrefix.length);

/** The waiting list of marks. */
export const unsealedList = 'CHAINS#UNSEALED';

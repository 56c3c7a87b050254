import { type ActorId, type DocumentId, type ShareId, ulidOf } from '../../contract/identifiers.ts';
import { type Key, ofDocument, ofReadings } from './key.ts';

/** A share's place in the list of its document. */
export const sharePrefix = 'SHARE#';
export const shareKey = (documentId: DocumentId, shareId: ShareId): Key =>
  ofDocument(documentId, sharePrefix + ulidOf(shareId));

/** The place of a withdrawn share in the list of its document's ended shares. */
export const endedSharePrefix = 'SHAREENDED#';
export const endedShareKey = (documentId: DocumentId, shareId: ShareId): Key =>
  ofDocument(documentId, endedSharePrefix + ulidOf(shareId));

/** The share of a document to an address. `address`: as `normalizedEmail` returned it. */
export const sharedWithKey = (documentId: DocumentId, address: string): Key =>
  ofDocument(documentId, `SHAREDWITH#${address}`);

/** The request of a person for access to a document. `address`: as `normalizedEmail` returned it. */
export const accessRequestPrefix = 'ACCESSREQUEST#';
export const accessRequestKey = (documentId: DocumentId, address: string): Key =>
  ofDocument(documentId, accessRequestPrefix + address);

/** The number of requests for access that a person made on a day of UTC, such as 2026-11-22. */
export const accessRequestCountKey = (userId: ActorId, day: string): Key => ({
  pk: `USAGE#${ulidOf(userId)}`,
  sk: `ACCESSREQUESTS#${day}`,
});

/** The partition of the list index with the shares to an address, by id. */
export const sharesWith = (address: string): string => `SHAREDWITH#${address}`;

/**
 * The counts of the readings by a share. They have an item of their own, because functions that show pages may write it, but may not write
 * shares.
 */
export const shareReadsKey = (documentId: DocumentId, shareId: ShareId): Key =>
  ofReadings(documentId, sharePrefix + ulidOf(shareId));

/** The state of a share's latest mail. Workers may write this item, but may not write shares. It is removed together with the readings. */
export const shareMailKey = (documentId: DocumentId, shareId: ShareId): Key =>
  ofReadings(documentId, `${sharePrefix}${ulidOf(shareId)}#MAIL`);

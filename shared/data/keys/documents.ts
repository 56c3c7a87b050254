import {
  type ActivityId,
  type DocumentId,
  type OrganizationId,
  type Ulid,
  type UploadId,
  ulidOf,
  type VersionId,
} from '../../contract/identifiers.ts';
import { idIn, type Key, ofDocument, type UserId } from './key.ts';

export const documentSort = 'DOC';
export const documentKey = (documentId: DocumentId): Key => ofDocument(documentId, documentSort);

/** A deleted document has a key of its own, so that no lookup of a document finds it. */
export const deletedDocumentKey = (documentId: DocumentId): Key => ofDocument(documentId, 'DELETED');

/** Returns the id of the deleted document at this key; undefined for other keys. */
export const deletedDocumentIdIn = /* @__PURE__ */ idIn('doc', /^DOC#(.+) DELETED$/);

export const versionPrefix = 'VERSION#';
export const versionKey = (documentId: DocumentId, versionId: VersionId): Key =>
  ofDocument(documentId, versionPrefix + ulidOf(versionId));

/** A deleted version has a key of its own, so that no lookup of a version finds it. */
export const deletedVersionPrefix = 'REMOVED#';
export const deletedVersionKey = (documentId: DocumentId, versionId: VersionId): Key =>
  ofDocument(documentId, deletedVersionPrefix + ulidOf(versionId));

/** Returns a function that finds the ids of a document and a version in a key. `form` matches the partition, a space, and the sort key. */
const versionIn =
  (form: RegExp) =>
  ({ pk, sk }: Key) => {
    const [, document, version] = form.exec(`${pk} ${sk}`) ?? [];
    return document && version
      ? ({ document_id: `doc_${document}`, version_id: `ver_${version}` } as const)
      : undefined;
  };

/** Return the ids of the version, or the deleted version, at this key; undefined for other keys. */
export const versionIdsIn = /* @__PURE__ */ versionIn(/^DOC#(\w+) VERSION#(\w+)$/);

export const deletedVersionIdsIn = /* @__PURE__ */ versionIn(/^DOC#(\w+) REMOVED#(\w+)$/);

/** An update of the copies of a document's state in rooms that is due, by the time of the change. */
export const staleCopiesKey = (documentId: DocumentId, copies: Ulid): Key =>
  ofDocument(documentId, `ROOMCOPIES#${copies}`);

/** Returns the ids of the update at this key; undefined for other keys. */
export function staleCopiesIn({ pk, sk }: Key) {
  const [, document, copies] = /^DOC#(\w+) ROOMCOPIES#(\w+)$/.exec(`${pk} ${sk}`) ?? [];
  return document && copies
    ? ({ document_id: `doc_${document}`, copies: copies as Ulid } as const)
    : undefined;
}

/** An earlier title or description, stored because a policy retains the document. The key has the id of the change's entry. */
export const earlierTextPrefix = 'EARLIER#';
export const earlierTextKey = (documentId: DocumentId, changeId: ActivityId): Key =>
  ofDocument(documentId, earlierTextPrefix + ulidOf(changeId));

/** A file that a client uploads directly to S3. */
export const uploadKey = (uploadId: UploadId): Key => ({ pk: `UPLOAD#${ulidOf(uploadId)}`, sk: 'UPLOAD' });

/**
 * Partitions of the list index. A document is in exactly one: documents that an organization shares, those that a member keeps private in
 * it, or those that somebody made outside any organization.
 */
export const documentList = {
  shared: (organizationId: OrganizationId) => `ORG#${ulidOf(organizationId)}`,
  private: (organizationId: OrganizationId, userId: UserId) =>
    `ORG#${ulidOf(organizationId)}#USER#${ulidOf(userId)}`,
  personal: (userId: UserId) => `USER#${ulidOf(userId)}`,
  /** The deleted documents of one of these partitions, in the order of deletion. */
  deleted: (partition: string) => `DELETED#${partition}`,
};

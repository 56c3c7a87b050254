import {
  type ActorId,
  type DocumentId,
  type MemberUserId,
  type OrganizationId,
  ulidOf,
} from '../../contract/identifiers.ts';

/** A key of the table. This folder makes every key: each file has those of one subject. `KEYS.md` is made from them. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export type UserId = ActorId | MemberUserId;

/** Returns a key in the partition of a document. */
export const ofDocument = (documentId: DocumentId, sk: string): Key => ({
  pk: `DOC#${ulidOf(documentId)}`,
  sk,
});

/** Returns a key in the partition with the readings of a document. */
export const ofReadings = (documentId: DocumentId, sk: string): Key => ({
  pk: `READING#${ulidOf(documentId)}`,
  sk,
});

/** Returns a key in the partition of an organization. */
export const ofOrganization = (organizationId: OrganizationId, sk: string): Key => ({
  pk: `ORG#${ulidOf(organizationId)}`,
  sk,
});

/** Returns a function that finds the id in a key. `form` matches the partition, a space, and the sort key. */
export function idIn<const P extends string>(prefix: P, form: RegExp) {
  return ({ pk, sk }: Key): `${P}_${string}` | undefined => {
    const [, ulid] = form.exec(`${pk} ${sk}`) ?? [];
    return ulid === undefined ? undefined : `${prefix}_${ulid}`;
  };
}

import * as z from 'zod/mini';
import { processingStatus } from '../../contract/enumerations.ts';
import {
  type DocumentId,
  documentId,
  type OrganizationId,
  type Ulid,
  ulid,
  uploadId,
  type VersionId,
  versionId,
} from '../../contract/identifiers.ts';
import { user } from '../../contract/resources/user.ts';
import { documentKey, versionKey, versionPrefix } from '../keys/documents.ts';
import { organizationKey } from '../keys/organizations.ts';
import { duePlace } from '../keys/work.ts';
import { organizationItem } from '../organizations/organizations.ts';
import { type Bookkeeping, bookkeeping, type Change, creation, replacement } from '../table/commit.ts';
import { timeOf } from '../table/ids.ts';
import { readListPage } from '../table/listPages.ts';
import { parseItem } from '../table/parse.ts';
import { readEach, readTogether } from '../table/read.ts';
import { postpone, sendGraceMilliseconds } from '../work/due.ts';
import { acquireLease, type Lease, lease, releaseLease } from '../work/leases.ts';
import { getDeletedDocument } from './deletedDocuments.ts';
import { documentItem, type VersionsLeft } from './documents.ts';

export const versionItem = z.object({
  id: versionId,
  document_id: documentId,
  /** 1 for the first version of a document. Versions are numbered in the order of their commits. */
  number: z.int(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  created_by: user,
  /** The size of the upload. */
  size_bytes: z.int(),
  /** The name of the uploaded file, cleaned. Absent: it came without a name, or a release before 1.1.0 stored the version. */
  file_name: z.optional(z.string()),
  /** The upload that has the file, and its ETag when the file was checked. Absent: the file came with the request. */
  upload: z.optional(z.object({ id: uploadId, etag: z.string() })),
  processing_status: processingStatus,
  /** The number of times that processing ended without any result, because the process was killed. */
  interrupted_attempts: z.int(),
  /** The lease of the invocation that processes the version. */
  lease: z.optional(lease),
  /** Absent when there is nothing more to do. */
  due_at_ms: z.optional(z.int()),
  /** Facts about a file that could be read. */
  file: z.optional(
    z.object({
      page_count: z.int(),
      size_bytes: z.int(),
      sha256: z.string(),
      /**
       * What the file can do or has beyond pages and links (`ActiveKind`, or a kind that a later release knows). Absent in versions that a
       * release before 1.0.1 processed: nobody looked.
       */
      active_content: z.optional(z.array(z.string())),
    }),
  ),
  /** Whether readers of the file need a password or a certificate. Absent: they need none, or a release before 1.1.0 processed the version. */
  needs_password: z.optional(z.literal(true)),
  /** The reason why processing failed, for operators. */
  failure: z.optional(z.string()),
  /** The same reason for clients: a `FailureCode`, or a code that a later release knows. Absent: a release before 1.1.0 did not note it. */
  failure_code: z.optional(z.string()),
  /**
   * Whether the people who read an earlier version by a share are to be told when this one is ready. Absent: they are not, or were told. While
   * a version that is ready has it, the version is due.
   */
  notify_readers: z.optional(z.literal(true)),
  /** The last share whose reader was told. Absent: none was */
  told_until: z.optional(ulid),
  /**
   * Whether the text of the pages is kept: `due`, `kept`, or what a later release knows. Absent: the version is not ready, or a release
   * before 1.1.0 processed it and nobody asked for its text. While a version that is ready has `due`, it is due.
   */
  text: z.optional(z.string()),
  revision: z.int(),
});
export type VersionItem = z.infer<typeof versionItem>;

/** Returns whether the text of a version's pages is still to be kept (`versionText.ts`). */
export const hasDueText = ({
  processing_status,
  text,
}: Pick<VersionItem, 'processing_status' | 'text'>): boolean =>
  processing_status === 'ready' && text === 'due';

/** Reads a document and one of its versions in one round trip. */
export const getDocumentAndVersion = (documentId: DocumentId, versionId: VersionId) =>
  readTogether({
    document: [documentItem, documentKey(documentId)],
    version: [versionItem, versionKey(documentId, versionId)],
  });

/** Reads up to 100 versions in one round trip. Missing ones are left out. */
export const getVersions = (
  versions: readonly { readonly document_id: DocumentId; readonly id: VersionId }[],
): Promise<VersionItem[]> =>
  readEach(
    versionItem,
    versions.map(({ document_id, id }) => versionKey(document_id, id)),
  );

/** Reads a version and an organization in one round trip. `organizationId` null: only the version. */
export const getVersionAndOrganization = (
  documentId: DocumentId,
  versionId: VersionId,
  organizationId: OrganizationId | null,
) =>
  readTogether({
    version: [versionItem, versionKey(documentId, versionId)],
    organization: [organizationItem, organizationId && organizationKey(organizationId)],
  });

/**
 * Reads a version with its document and, if its id is given, the organization, in one round trip. A deleted document has another table key
 * and takes a second round trip. The versions of a deleted document are still processed, so that a restored document is complete.
 */
export async function getVersionToProcess(
  documentId: DocumentId,
  versionId: VersionId,
  organizationId: OrganizationId | undefined,
) {
  const found = await readTogether({
    document: [documentItem, documentKey(documentId)],
    version: [versionItem, versionKey(documentId, versionId)],
    organization: [organizationItem, organizationId ? organizationKey(organizationId) : null],
  });
  return { ...found, document: found.document ?? (await getDeletedDocument(documentId)) };
}

/** Lists a page of the versions of a document, newest first. */
export const listVersions = (documentId: DocumentId, after: Ulid | undefined, limit: number) =>
  readListPage([{ partition: documentKey(documentId).pk, prefix: versionPrefix }], { after, limit }, (item) =>
    parseItem(versionItem, item),
  );

/** The newest version is usually ready, so a small page is enough. */
const versionsAPage = 10;

/**
 * Finds the versions that decide the state of a document after one version is deleted; undefined when there is no other version. A caller
 * that deletes the version must read the document before this call, because adding or processing a version also writes the document.
 */
export async function findVersionsLeft(
  documentId: DocumentId,
  without: VersionId,
): Promise<VersionsLeft | undefined> {
  let newest: VersionItem | undefined;
  let after: Ulid | undefined;
  do {
    const { items, next } = await listVersions(documentId, after, versionsAPage);
    const others = items.filter(({ id }) => id !== without);
    newest ??= others[0];
    const ready = others.find(({ processing_status }) => processing_status === 'ready');
    if (newest && ready) return { newest, ready };
    after = next;
  } while (after !== undefined);
  return newest && { newest, ready: undefined };
}

/** Returns the first state of a version. It is due for processing: if no other message about it arrives, the sweep sends one. */
export const newVersion = (
  document: { readonly id: DocumentId },
  given: Pick<
    VersionItem,
    | 'id'
    | 'number'
    | 'title'
    | 'description'
    | 'created_by'
    | 'size_bytes'
    | 'file_name'
    | 'upload'
    | 'notify_readers'
  >,
  now: number,
): VersionItem => ({
  ...given,
  document_id: document.id,
  processing_status: 'processing',
  interrupted_attempts: 0,
  due_at_ms: now + sendGraceMilliseconds,
  revision: 1,
});

/**
 * Returns a version whose processing has ended. The text of a version that is ready is due: if no other message about it arrives, the sweep
 * sends one.
 *
 * @param tellsAt when the sweep sends a message to tell readers (epoch milliseconds). Default: nobody is to be told
 */
export function processedVersion(
  { due_at_ms, lease: _released, notify_readers, ...version }: VersionItem,
  result: Pick<VersionItem, 'processing_status' | 'file' | 'needs_password' | 'failure' | 'failure_code'>,
  tellsAt?: number,
): VersionItem {
  const done = { ...version, ...result, interrupted_attempts: 0 };
  if (result.processing_status !== 'ready') return done;
  // The time at which the version is due stays, because an unchanged time costs no write in the index.
  const withText = { ...done, text: 'due', due_at_ms: due_at_ms ?? timeOf(version.id) };
  return tellsAt !== undefined && notify_readers
    ? { ...withText, notify_readers, due_at_ms: tellsAt }
    : withText;
}

/**
 * Notes the last share whose reader was told of a version; undefined: all were told. Conflicts when the version has changed since it was
 * loaded.
 */
export const toldOf = (version: VersionItem, until: Ulid | undefined): Bookkeeping<VersionItem> => {
  const { due_at_ms, notify_readers: _told, told_until: _until, ...done } = version;
  const isDue = hasDueText(version) && due_at_ms !== undefined;
  const told = { ...done, ...(isDue && { due_at_ms }) };
  return bookkeeping('mail', replaceVersion(until === undefined ? told : { ...version, told_until: until }));
};

export const createVersion = (version: VersionItem): Change<VersionItem> =>
  creation(placeOf(version), version);

/** Replaces a version; conflicts when it has changed since it was loaded. */
export const replaceVersion = (version: VersionItem): Change<VersionItem> =>
  replacement(placeOf(version), version);

/** A version whose processing has ended never changes back. */
const isToBeProcessed = { seen: { processing_status: 'processing' } };

/**
 * Acquires the processing of a version, and counts the attempt. The version is due again when the lease ends. Returns undefined when the
 * version is processed already, or another invocation holds the lease.
 */
export async function acquireVersion(
  { document_id, id }: VersionItem,
  wanted: Lease,
  now: number,
): Promise<VersionItem | undefined> {
  const item = await acquireLease(versionKey(document_id, id), wanted, now, {
    ...isToBeProcessed,
    set: { due_at_ms: wanted.until_ms },
    add: { interrupted_attempts: 1, revision: 1 },
  });
  return item && parseItem(versionItem, item);
}

/** Releases a version, which is due again at the given time. The attempt does not count. */
export const releaseVersion = ({ document_id, id }: VersionItem, held: Lease, due_at_ms: number) =>
  releaseLease(versionKey(document_id, id), held, {
    ...isToBeProcessed,
    set: { due_at_ms },
    add: { interrupted_attempts: -1, revision: 1 },
  });

/** Postpones a version to `dueAtMilliseconds`, unless another process has done so since it was loaded. */
export const postponeVersion = (
  { document_id, id, due_at_ms = 0 }: VersionItem,
  dueAtMilliseconds: number,
): Promise<boolean> =>
  postpone({ key: versionKey(document_id, id), dueAtMilliseconds: due_at_ms }, dueAtMilliseconds);

const placeOf = ({ id, document_id, due_at_ms }: VersionItem) => ({
  ...versionKey(document_id, id),
  ...duePlace(id, due_at_ms),
});

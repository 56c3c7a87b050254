import { rejected } from '../access/authentication.ts';
import type { Principal } from '../access/principal.ts';
import type { RoomId } from '../contract/identifiers.ts';
import type { DocumentItem } from '../data/documents/documents.ts';
import type { VersionItem } from '../data/documents/versions.ts';
import { type StampedCopy, secondsToMoreCopies } from '../data/reading/stampedCopies.ts';
import { pdfFileName } from '../files/fileName.ts';
import { presignPayload } from '../files/payloads.ts';
import { downloadSeconds } from '../files/presign.ts';
import { presignStampedCopy } from '../files/stampedCopies.ts';
import { decideFileAccess, type Granted, type GrantedFile } from '../policies/decide.ts';
import { t } from '../words/words.ts';
import { PolicyRefusal } from './policyRefusal.ts';
import type { FileKind } from './readContent.ts';
import { copyFor } from './stampedCopy.ts';

/** A version whose PDF can be read. */
export type ReadyVersion = Pick<VersionItem, 'id' | 'number' | 'file'>;

/** A reader with a grant. */
interface FileReader {
  /** null for a visitor who is not signed in. */
  readonly visitor: Pick<Principal, 'user'> | null;
  readonly granted: Granted;
  readonly namesPolicy: boolean;
  /** The room by which they read. Undefined: they read by none */
  readonly room: { readonly id: RoomId } | undefined;
  /** True for HEAD: no copy is requested. */
  readonly isHead: boolean;
}

/** What a reader gets who asks for a file. `stamping`: a worker makes the reader's copy. `too_many`: they requested too many copies. */
export type FileAnswer =
  | { readonly kind: 'url'; readonly url: string; readonly expiresAtSeconds: number }
  | { readonly kind: 'stamping' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

/**
 * Returns the file of a version for a reader, in the way that the reader's grant allows. Throws the 403 with the reason if the reader gets
 * no file, and 401 for visitors without an account under a watermark.
 */
export async function fileFor(
  document: DocumentItem,
  version: ReadyVersion,
  kind: FileKind,
  reader: FileReader,
): Promise<FileAnswer> {
  const { visitor, granted, namesPolicy } = reader;
  const kept = { room: reader.room?.id };
  const way = decideFileAccess(granted);
  // The time is from before the URL is signed, so the URL never ends earlier.
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + downloadSeconds;
  if (way.kind === 'file')
    return { kind: 'url', url: await fileUrl(way.granted, document, version, kind), expiresAtSeconds };
  if (way.kind === 'view_only')
    throw new PolicyRefusal({ reason: 'view_only', source: way.source }, namesPolicy, kept);
  // A watermark must name the reader, so anonymous visitors get no copy.
  if (!visitor) throw rejected('missing_api_key');
  const copy = await copyFor(document, version, visitor.user, reader);
  if (!copy) return { kind: 'too_many', retryAfterSeconds: secondsToMoreCopies(Date.now()) };
  if (copy.lacks) return { kind: 'url', url: await copyUrl(copy, document, version, kind), expiresAtSeconds };
  if (!copy.refusal) return { kind: 'stamping' };
  throw new PolicyRefusal(
    { reason: 'watermark', source: way.source, unstamped: copy.refusal },
    namesPolicy,
    kept,
  );
}

/**
 * Throws the 403 with the reason for a reader who may not have the uploaded file itself, and who therefore gets no text of it from the API,
 * too. The page of the document shows the text beside each picture.
 */
export function requireFile({
  granted,
  namesPolicy,
  room,
}: Pick<FileReader, 'granted' | 'namesPolicy' | 'room'>): void {
  const way = decideFileAccess(granted);
  const kept = { room: room?.id };
  if (way.kind === 'view_only')
    throw new PolicyRefusal({ reason: 'view_only', source: way.source }, namesPolicy, kept);
  if (way.kind === 'watermark')
    throw new PolicyRefusal(
      { reason: 'watermark', source: way.source, unstamped: 'text' },
      namesPolicy,
      kept,
    );
}

/** Returns a presigned URL of a reader's own copy, valid for minutes. */
export const copyUrl = (
  copy: StampedCopy,
  document: DocumentItem,
  version: ReadyVersion,
  kind: FileKind,
): Promise<string> => presignStampedCopy(copy, kind, fileName(document, version));

/** Returns a presigned URL of the file, valid for minutes. */
export const fileUrl = (
  granted: GrantedFile,
  document: DocumentItem,
  version: ReadyVersion,
  kind: FileKind,
): Promise<string> => presignPayload(granted, version.id, kind, fileName(document, version));

/** Returns the file name of a version. All versions but the current one have their number in the name. */
const fileName = ({ title, current_version }: DocumentItem, { id, number }: ReadyVersion): string =>
  pdfFileName(title, id === current_version?.id ? '' : t('file.named', { number: String(number) }));

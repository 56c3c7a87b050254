import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentId, ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import { isBeingRemoved } from '../../../shared/data/documents/deletedDocuments.ts';
import { scanVersions, type VersionOfFile } from '../../../shared/data/documents/everyVersion.ts';
import { getVersionToProcess } from '../../../shared/data/documents/versions.ts';
import { hasKeptText } from '../../../shared/data/documents/versionText.ts';
import { firstUlidAt } from '../../../shared/data/table/ids.ts';
import { describeFile, hashFile, type KeptFile, listKeptFiles } from '../../../shared/files/keptFiles.ts';
import { textsKey } from '../../../shared/files/keptTexts.ts';
import { payloadKey, uploadedKey } from '../../../shared/files/payloads.ts';
import { objectPrefixes } from '../../../shared/files/prefixes.ts';

/** A difference between table and bucket, in the words that operators read. */
export type Finding =
  /** A ready version's file is missing or has other content. */
  | (OfVersion & { readonly difference: 'missing' | 'changed'; readonly version: VersionOfFile })
  /** The upload of a version that waits for processing is missing. */
  | (OfVersion & { readonly difference: 'upload missing' })
  /** The text of a version was kept and is missing. It can be made again. */
  | (OfVersion & { readonly difference: 'text missing'; readonly version: VersionOfFile })
  /** A file has no version. */
  | { readonly difference: 'orphan'; readonly file: KeptFile };
interface OfVersion {
  readonly version_id: VersionId;
  readonly document_id: DocumentId;
}

/**
 * The number of files checked at the same time, and the shortest time for these files. So the command makes at most 1,000 requests a
 * second. S3 answers 5,500 for a prefix (Amazon S3, "Best practices design patterns"), and the command leaves the rest to the service.
 */
const filesAtOnce = 50;
const filesMilliseconds = 50;
/** Reading a page of items costs 128 read units. With this pause, the command uses at most 1,280 a second. */
const pageMilliseconds = 100;
/** A younger file is not an orphan, because its version may not be committed yet: API Gateway waits for 29 s. */
const underWayMilliseconds = 60_000;

/**
 * Compares the table with the bucket: first checks that each version has its file, then that each file has its version. Reads both
 * page by page, and keeps only the versions' ids in memory.
 */
export class Comparison {
  /** The numbers of versions and files found so far. */
  versions = 0;
  files = 0;
  /** Files with the right content, and files whose content is unknown. */
  verified = 0;
  unverified = 0;
  readonly #isDeep: boolean;
  readonly #before: string;
  readonly #known = new Set<string>();
  /** The versions whose text is kept, and was not found yet. */
  readonly #texts = new Map<string, VersionOfFile>();

  /** `isDeep`: downloads files without a checksum in S3. `now`: epoch milliseconds */
  constructor({ isDeep, now }: { readonly isDeep: boolean; readonly now: number }) {
    this.#isDeep = isDeep;
    this.#before = firstUlidAt(now - underWayMilliseconds);
  }

  async *findings(): AsyncGenerator<Finding> {
    let pageOver = Promise.resolve();
    for await (const page of scanVersions()) {
      await pageOver;
      pageOver = delay(pageMilliseconds);
      for (let start = 0; start < page.length; start += filesAtOnce)
        yield* await this.#compare(page.slice(start, start + filesAtOnce));
    }
    for await (const page of listKeptFiles()) {
      this.files += page.length;
      for (const file of page) if (this.#isOrphan(file)) yield { difference: 'orphan', file };
    }
    for await (const page of listKeptFiles(objectPrefixes.texts))
      for (const file of page) {
        this.#texts.delete(file.ulid);
        if (this.#isOrphan(file)) yield { difference: 'orphan', file };
      }
    for (const version of this.#texts.values()) yield* await this.#missingText(version);
  }

  #isOrphan({ ulid }: KeptFile): boolean {
    return !this.#known.has(ulid) && ulid < this.#before;
  }

  async #missingText({ document_id, id }: VersionOfFile): Promise<Finding[]> {
    // The version may have changed since the table was read.
    const { document, version } = await getVersionToProcess(document_id, id, undefined);
    if (!document || isBeingRemoved(document) || !version || !hasKeptText(version)) return [];
    if (await describeFile({ key: textsKey(id) })) return [];
    return [{ difference: 'text missing', version_id: id, document_id, version }];
  }

  async #compare(versions: readonly VersionOfFile[]): Promise<Finding[]> {
    const [found] = await Promise.all([
      Promise.all(versions.map((version) => this.#compareOne(version))),
      delay(filesMilliseconds),
    ]);
    return found.flatMap((finding) => finding ?? []);
  }

  async #compareOne(version: VersionOfFile): Promise<Finding | undefined> {
    this.#known.add(ulidOf(version.id));
    if (version.processing_status === undefined) return undefined;
    this.versions += 1;
    const { processing_status, text } = version;
    if (hasKeptText({ processing_status, text })) this.#texts.set(ulidOf(version.id), version);
    if (!(await this.#differenceOf(version))) return undefined;
    // The version may have changed since the table was read.
    const { document, version: latest } = await getVersionToProcess(
      version.document_id,
      version.id,
      undefined,
    );
    // While a document is being removed, missing files are no difference: the removal deletes the files first, and the versions later.
    if (!document || isBeingRemoved(document)) return undefined;
    const difference = latest && (await this.#differenceOf(latest));
    return (
      difference && { difference, version_id: latest.id, document_id: latest.document_id, version: latest }
    );
  }

  async #differenceOf(version: VersionOfFile) {
    const { id, processing_status, file } = version;
    // A failed version may have no file, because its upload may have been gone.
    if (processing_status === 'failed') return undefined;
    const key = payloadKey(id);
    const kept = await describeFile({ key });
    if (processing_status === 'processing')
      return kept || (await describeFile({ key: uploadedKey(version) })) ? undefined : 'upload missing';
    if (!kept) return 'missing';
    if (!file) return this.#count('unverified');
    if (kept.size_bytes !== file.size_bytes) return 'changed';
    const sha256 = kept.sha256 ?? (this.#isDeep ? await hashFile({ key }) : undefined);
    if (sha256 === undefined) return this.#count('unverified');
    return sha256 === file.sha256 ? this.#count('verified') : 'changed';
  }

  #count(what: 'verified' | 'unverified'): undefined {
    this[what] += 1;
  }
}

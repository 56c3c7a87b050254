import { setTimeout as delay } from 'node:timers/promises';
import { type DocumentId, ulidOf, type VersionId } from '../../../shared/contract/identifiers.ts';
import { isBeingRemoved } from '../../../shared/data/deletedDocuments.ts';
import { scanVersions, type VersionOfFile } from '../../../shared/data/everyVersion.ts';
import { firstUlidAt } from '../../../shared/data/ids.ts';
import { getVersionToProcess } from '../../../shared/data/versions.ts';

import { describeFile, hashFile, type KeptFile, listKeptFiles } from '../../../shared/files/keptFiles.ts';
import { arrivalKey, payloadKey } from '../../../shared/files/payloads.ts';

/** What is not as it should be, in the words that operators read. */
export type Finding =
  /** A version is ready, and its file is not there, or another is. */
  | (OfVersion & { readonly difference: 'missing' | 'changed'; readonly version: VersionOfFile })
  /** A version is still to be processed, and what was uploaded is not there. */
  | (OfVersion & { readonly difference: 'upload missing' })
  /** A file is there, and no version is. */
  | { readonly difference: 'orphan'; readonly file: KeptFile };
interface OfVersion {
  readonly version_id: VersionId;
  readonly document_id: DocumentId;
}

/**
 * Files asked about at a time, and how long those take at least: a thousand a second at most, of the 5,500 that S3 answers for a
 * prefix (Amazon S3, "Best practices design patterns"), so that the service has the rest.
 */
const filesAtOnce = 50;
const filesMilliseconds = 50;
/** A page of the table costs 128 read units: 1,280 a second at most. */
const pageMilliseconds = 100;
/** What began so shortly before may not be committed yet: API Gateway waits for 29 s. */
const underWayMilliseconds = 60_000;

/**
 * Holds the table and the bucket against each other: first every version's file, then every file's version. It goes through both
 * page by page, and remembers of each version its id.
 */
export class Comparison {
  /** How many there were of each so far. */
  versions = 0;
  files = 0;
  /** Files that have the right content, and those of which nobody knows it. */
  verified = 0;
  unverified = 0;
  readonly #isDeep: boolean;
  readonly #before: string;
  readonly #known = new Set<string>();

  /** `isDeep`: downloads the files for which S3 has no checksum. `now`: epoch milliseconds */
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
      for (const file of page)
        if (!this.#known.has(file.ulid) && file.ulid < this.#before) yield { difference: 'orphan', file };
    }
  }

  async #compare(versions: readonly VersionOfFile[]): Promise<Finding[]> {
    const [found] = await Promise.all([
      Promise.all(versions.map((version) => this.#compareOne(version))),
      delay(filesMilliseconds),
    ]);
    return found.flatMap((finding) => finding ?? []);
  }

  async #compareOne(version: VersionOfFile): Promise<Finding | undefined> {
    this.versions += 1;
    this.#known.add(ulidOf(version.id));
    if (!(await this.#differenceOf(version))) return undefined;
    // It may have gone on since the table was read.
    const { document, version: latest } = await getVersionToProcess(
      version.document_id,
      version.id,
      undefined,
    );
    // The files of a document that is being removed go before its versions do.
    if (!document || isBeingRemoved(document)) return undefined;
    const difference = latest && (await this.#differenceOf(latest));
    return (
      difference && { difference, version_id: latest.id, document_id: latest.document_id, version: latest }
    );
  }

  async #differenceOf(version: VersionOfFile) {
    const { id, processing_status, file } = version;
    // What failed has a file, or none: its upload may have been gone.
    if (processing_status === 'failed') return undefined;
    const key = payloadKey(id);
    const kept = await describeFile({ key });
    if (processing_status === 'processing')
      return kept || (await describeFile({ key: arrivalKey(version) })) ? undefined : 'upload missing';
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

import { setTimeout as delay } from 'node:timers/promises';
import { textPagesMax } from '../../../shared/contract/limits.ts';
import type { VersionItem } from '../../../shared/data/documents/versions.ts';
import { hasKeptText } from '../../../shared/data/documents/versionText.ts';
import { downloadFile } from '../../../shared/files/keptFiles.ts';
import { getTexts } from '../../../shared/files/keptTexts.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import { OpenFile, type Written } from './folder.ts';

/** A version whose PDF is missing or has the wrong content. */
export interface Problem {
  readonly document_id: string;
  readonly version_id: string;
  readonly problem: 'missing' | 'changed' | 'text missing';
}

/** An interrupted download starts again, after a pause. */
const attemptsMax = 3;
const pauseMilliseconds = 1000;

/** The PDFs of an export, with a list of their hashes for `sha256sum --check`. */
export class Pdfs {
  count = 0;
  sizeBytes = 0;
  /** The number of versions that are being processed. Their files are not stored yet. */
  unfinished = 0;
  readonly problems: Problem[] = [];
  readonly #folder: string;
  readonly #sums: OpenFile;

  constructor(folder: string) {
    this.#folder = folder;
    this.#sums = new OpenFile(folder, 'sha256sums.txt');
  }

  /**
   * Downloads the PDF of a version, and compares its hash with the hash from the processing of the version. Returns null if there is no
   * PDF.
   */
  async save({ id, document_id, processing_status, file }: VersionItem): Promise<Written | null> {
    if (processing_status === 'processing') this.unfinished += 1;
    const written = await this.#download(payloadKey(id), `documents/${document_id}/${id}.pdf`);
    const is = (problem: Problem['problem']) => this.problems.push({ document_id, version_id: id, problem });
    // A failed version may have no file.
    if (processing_status === 'ready' && !written) is('missing');
    if (!written) return null;
    if (file && file.sha256 !== written.sha256) is('changed');
    this.count += 1;
    this.sizeBytes += written.size_bytes;
    await this.#sums.write(`${written.sha256}  ${written.path}\n`);
    return written;
  }

  /** Writes the text of a version's pages, a line of JSON for each page. Returns null if the text is not kept. */
  async saveText(version: VersionItem): Promise<Written | null> {
    if (!hasKeptText(version)) return null;
    const { id, document_id } = version;
    let target: OpenFile | undefined;
    for (let page = 1, pages = 1; page <= pages; page += textPagesMax) {
      const found = await getTexts(id, page, textPagesMax);
      if (!found) {
        this.problems.push({ document_id, version_id: id, problem: 'text missing' });
        break;
      }
      target ??= new OpenFile(this.#folder, `documents/${document_id}/${id}.text.jsonl`);
      for (const [index, text] of found.texts.entries())
        await target.write(`${JSON.stringify({ page: page + index, text })}\n`);
      pages = found.page_count;
    }
    const written = await target?.close();
    if (!written) return null;
    await this.#sums.write(`${written.sha256}  ${written.path}\n`);
    return written;
  }

  close(): Promise<Written> {
    return this.#sums.close();
  }

  async #download(key: string, path: string): Promise<Written | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        const content = await downloadFile({ key });
        if (!content) return null;
        const target = new OpenFile(this.#folder, path);
        for await (const chunk of content) await target.write(chunk);
        return await target.close();
      } catch (error) {
        if (attempt === attemptsMax) throw error;
        await delay(pauseMilliseconds);
      }
    }
  }
}

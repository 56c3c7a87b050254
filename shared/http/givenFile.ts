import * as z from 'zod/mini';
import { wrongField } from '../access/errors.ts';
import { type Principal, uploaderOf } from '../access/principal.ts';
import { type UploadId, uploadId, type VersionId } from '../contract/identifiers.ts';
import { getUpload, type UploadItem, useUpload } from '../data/documents/uploads.ts';
import { type Bookkeeping, writeBookkeeping } from '../data/table/commit.ts';
import { ConflictError } from '../data/table/conflict.ts';
import { cleanedFileName } from '../files/fileName.ts';
import { putUpload } from '../files/payloads.ts';
import { readBeginning } from '../files/uploads.ts';
import { headerWithinBytes, looksLikePdf } from '../pdf/looksLikePdf.ts';

/** The PDF of a request, from the form or from an upload. Its first bytes have been checked. */
export interface GivenFile {
  readonly size_bytes: number;
  /** Absent if the file came without a name, as every file of an upload does. */
  readonly file_name?: string;
  /** The upload that has the bytes. Undefined if the bytes came in a form. */
  readonly upload?: { readonly id: UploadId; readonly etag: string };
  /** Stores the file of a form. Call this before the version that refers to the file is committed. */
  store(versionId: VersionId): Promise<void>;
  /**
   * Returns the writes that use up the upload. Commit the writes with the version. After a conflict, call `claim` again: it throws if
   * another request has used the upload.
   */
  claim(): Promise<readonly Bookkeeping[]>;
}

/**
 * Returns the file of a form. Throws `invalid_file` for bytes that are not a PDF.
 *
 * @param sentName the name of the file as it was sent; undefined: it was sent without a name
 * @param param the name of the form field
 */
export function fileOfForm(bytes: Uint8Array, sentName: string | undefined, param: string): GivenFile {
  if (!looksLikePdf(bytes)) throw notAPdf(param);
  const file_name = sentName === undefined ? null : cleanedFileName(sentName);
  return {
    size_bytes: bytes.byteLength,
    ...(file_name !== null && { file_name }),
    store: (versionId) => putUpload(versionId, bytes),
    claim: async () => [],
  };
}

/**
 * Returns the file that was put at an upload's URL. Throws `invalid_upload` if the caller has no unused upload with this id,
 * `upload_incomplete` if no file was put, and `invalid_file` if the file is not a PDF. The last error uses up the upload.
 */
export async function fileOfUpload(id: string, principal: Principal, param: string): Promise<GivenFile> {
  const load = async (): Promise<UploadItem> => {
    const { success, data } = z.safeParse(uploadId, id);
    const found = success && (await getUpload(data, uploaderOf(principal), Date.now() / 1000));
    if (!found)
      throw wrongField(
        param,
        'must be an unused upload of yours that has not expired. Create another upload',
        undefined,
        'invalid_upload',
      );
    return found;
  };

  const upload = await load();
  const put = await readBeginning(upload.id, headerWithinBytes);
  if (!put)
    throw wrongField(
      param,
      'is an upload without a file: send the file to its URL first',
      undefined,
      'upload_incomplete',
    );
  if (!looksLikePdf(put.beginning)) {
    await writeBookkeeping([useUpload(upload)]).catch((error: unknown) => {
      if (!(error instanceof ConflictError)) throw error;
    });
    throw notAPdf(param);
  }

  let known: UploadItem | undefined = upload;
  return {
    size_bytes: upload.size_bytes,
    upload: { id: upload.id, etag: put.etag },
    store: async () => {},
    claim: async () => {
      const latest = known ?? (await load());
      known = undefined;
      return [useUpload(latest)];
    },
  };
}

const notAPdf = (param: string) => wrongField(param, 'is not a PDF file', undefined, 'invalid_file');

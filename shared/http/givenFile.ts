import * as z from 'zod/mini';
import { type UploadId, uploadId, type VersionId } from '../contract/identifiers.ts';
import { type Bookkeeping, writeBookkeeping } from '../data/commit.ts';
import { ConflictError } from '../data/conflict.ts';
import { getUpload, type UploadItem, useUpload } from '../data/uploads.ts';
import { putUpload } from '../files/payloads.ts';
import { readBeginning } from '../files/uploads.ts';
import { headerWithinBytes, looksLikePdf } from '../pdf/looksLikePdf.ts';
import { wrongField } from './errors.ts';
import { type Principal, uploaderOf } from './principal.ts';

/** The PDF of a request, whose first bytes have been checked: in its form, or put into the store before. */
export interface GivenFile {
  readonly size_bytes: number;
  /** Where the bytes are that the version is to be made of. Undefined: under the version's own key. */
  readonly upload?: { readonly id: UploadId; readonly etag: string };
  /** Stores what the form brought, before the version that refers to it is committed. */
  store(versionId: VersionId): Promise<void>;
  /**
   * Returns what is to be committed with the version: it uses the upload up. Asked again, after a conflict, it throws when
   * another request has used it.
   */
  claim(): Promise<readonly Bookkeeping[]>;
}

/** Returns the file that a form brought. Throws `invalid_file` for bytes that are no PDF. */
export function fileOfForm(bytes: Uint8Array, param: string): GivenFile {
  if (!looksLikePdf(bytes)) throw notAPdf(param);
  return {
    size_bytes: bytes.byteLength,
    store: (versionId) => putUpload(versionId, bytes),
    claim: async () => [],
  };
}

/**
 * Returns the file that was put at an upload's URL. Throws one and the same `invalid_upload` for an id that is malformed,
 * unknown, somebody else's, expired or used; `upload_incomplete` before anything was put, and `invalid_file` for what is no
 * PDF, which uses the upload up.
 */
export async function fileOfUpload(id: string, principal: Principal, param: string): Promise<GivenFile> {
  const load = async (): Promise<UploadItem> => {
    const { success, data } = z.safeParse(uploadId, id);
    const found = success && (await getUpload(data, uploaderOf(principal), Date.now() / 1000));
    if (!found)
      throw wrongField(param, 'names no upload of yours that can be used', undefined, 'invalid_upload');
    return found;
  };

  const upload = await load();
  const put = await readBeginning(upload.id, headerWithinBytes);
  if (!put)
    throw wrongField(param, 'names an upload whose file was not put yet', undefined, 'upload_incomplete');
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

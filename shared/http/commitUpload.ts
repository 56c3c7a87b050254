import { withinQuota } from '../access/quotas.ts';
import type { Tenant, VersionId } from '../contract/identifiers.ts';
import type { Bookkeeping } from '../data/table/commit.ts';
import { retryOnConflict } from '../data/table/conflict.ts';
import { newId } from '../data/table/ids.ts';
import type { GivenFile } from './givenFile.ts';
import type { Answer, CommittedResponse } from './post.ts';

/** The facts about a new version that follow from its file. */
interface Stored extends Pick<GivenFile, 'size_bytes' | 'file_name' | 'upload'> {
  readonly id: VersionId;
}

interface UploadToCommit<R, L> {
  /** What the upload counts against, besides its bytes. */
  readonly quota: { readonly tenant: Tenant; readonly documents: number };
  readonly file: GivenFile;
  readonly answer: Answer<R>;
  /** Loads what the change needs, while the file is stored. */
  readonly load: () => Promise<L>;
  /**
   * Decides the change, and is called again after a conflict. Returns the response, and the function that commits the change together with
   * the writes that use up the upload and keep the answer.
   */
  readonly change: (
    stored: Stored,
    loaded: L,
  ) => Promise<{
    readonly response: R;
    readonly commit: (beside: readonly Bookkeeping[]) => Promise<unknown>;
  }>;
}

/**
 * Ends an upload: counts it against the quotas, stores its file, and commits the change with its answer. Throws 403 when a quota is reached,
 * before the file is stored. Takes the use of the quotas back when a later step fails.
 */
export function commitUpload<R, L>({
  quota,
  file,
  answer,
  load,
  change,
}: UploadToCommit<R, L>): Promise<CommittedResponse<R>> {
  const { size_bytes, file_name, upload } = file;
  const stored: Stored = {
    id: newId('ver'),
    size_bytes,
    ...(file_name !== undefined && { file_name }),
    ...(upload && { upload }),
  };
  return withinQuota({ ...quota, stored_bytes: size_bytes }, async () => {
    const [loaded] = await Promise.all([load(), file.store(stored.id)]);
    // Two requests at the same time conflict if they have the same `Idempotency-Key` or the same upload.
    return retryOnConflict(async () => {
      const { response, commit } = await change(stored, loaded);
      return answer(response, async (kept) => commit([...(await file.claim()), ...kept]));
    });
  });
}

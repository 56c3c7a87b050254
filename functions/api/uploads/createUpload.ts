import { wrongField } from '../../../shared/access/errors.ts';
import { uploaderOf } from '../../../shared/access/principal.ts';
import { withinDay } from '../../../shared/access/quotas.ts';
import { createUpload } from '../../../shared/contract/operations/uploads.ts';
import * as uploads from '../../../shared/data/documents/uploads.ts';
import { writeBookkeeping } from '../../../shared/data/table/commit.ts';
import { presignUpload } from '../../../shared/files/uploadUrl.ts';
import { post } from '../../../shared/http/post.ts';
import { tenantOf } from '../../../shared/queues/groups.ts';
import { environment } from '../../../shared/runtime/environment.ts';

const maxFileBytes = environment('maxFileBytes');

export const handler = post(
  createUpload,
  async ({ principal, body, answer }) => {
    if (body.size_bytes > Number(maxFileBytes()))
      throw wrongField('size_bytes', `must be at most ${maxFileBytes()}`, body.size_bytes, 'file_too_large');

    const nowSeconds = Math.floor(Date.now() / 1000);
    const tenant = tenantOf({ organization_id: principal.organization_id, created_by: principal.user });
    await withinDay(tenant, body.size_bytes, nowSeconds);
    const upload = uploads.newUpload(body.size_bytes, uploaderOf(principal), nowSeconds);
    const { id, expires_at_seconds } = upload;
    const expires_at = new Date(expires_at_seconds * 1000).toISOString();
    const put = await presignUpload({ ...body, id, expires_at });
    return answer({ id, ...put, expires_at }, (kept) =>
      writeBookkeeping([uploads.createUpload(upload), ...kept]),
    );
  },
  { renew: async (kept, { body }) => ({ ...kept, ...(await presignUpload({ ...body, ...kept })) }) },
);

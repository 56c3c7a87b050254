import * as z from 'zod/mini';
import { versionId } from '../identifiers.ts';
import { versionFailure } from './versionFailure.ts';

/** The values by which people tell versions apart. Three of them would prove which file a version is: some readers get null there. */
export const versionDetails = z.strictObject({
  version_id: versionId,
  number: z.int(),
  /** null also if the file came without a name. */
  file_name: z.nullable(z.string()),
  /** null if the version is not ready, or needs a password. */
  page_count: z.nullable(z.int()),
  size_bytes: z.nullable(z.int()),
  /** null also if the version is not ready. */
  sha256: z.nullable(z.string()),
  /** null: the version did not fail. */
  failure: z.nullable(versionFailure),
  needs_password: z.boolean(),
});
export type VersionDetails = z.infer<typeof versionDetails>;

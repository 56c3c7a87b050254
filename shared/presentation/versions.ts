import type { Version } from '../contract/resources/version.ts';
import type { VersionDetails } from '../contract/resources/versionDetails.ts';
import {
  failureCode,
  failureMessages,
  type ProblemCode,
  problemMessages,
  type VersionFailure,
  type VersionProblem,
} from '../contract/resources/versionFailure.ts';
import type { VersionItem } from '../data/documents/versions.ts';
import type { PreparedPages } from '../data/reading/preparedPages.ts';
import { presentVersion } from './present.ts';

/** Presents a version that failed as its event has it. */
export const presentFailedVersion = (version: VersionItem): Version => ({
  ...presentVersion(version),
  failure: failureOf(version),
});

/** Returns why a version failed. The stored words of a PDF reader are for operators only. */
function failureOf({ failure_code }: VersionItem): VersionFailure {
  const code = failureCode.safeParse(failure_code).data ?? 'unknown';
  return { code, message: failureMessages[code] };
}

/** Before 1.1.0, the service noted only that it could not count the pages. */
const needsPassword = ({ needs_password, file }: VersionItem): boolean =>
  needs_password ?? file?.page_count === 0;

/**
 * Presents why readers cannot read a version; null if they can, or it is being processed.
 *
 * @param hasPictures whether readers get pictures of its pages. If these could not be drawn, `prepared` says so; undefined: nobody asked for
 * them yet
 */
export function presentProblem(
  version: VersionItem,
  hasPictures: boolean,
  prepared: Pick<PreparedPages, 'refusal'> | undefined,
): VersionProblem | null {
  const problem = (code: ProblemCode) => ({ version_id: version.id, code, message: problemMessages[code] });
  if (version.processing_status === 'failed') return problem(failureOf(version).code);
  if (needsPassword(version)) return problem('password');
  return hasPictures && prepared?.refusal ? problem('not_shown') : null;
}

/**
 * Presents the values by which people tell versions apart.
 *
 * @param identifiesFile whether the reader may learn which file the version is
 */
export function presentVersionDetails(version: VersionItem, identifiesFile: boolean): VersionDetails {
  const { id, number, file_name = null, size_bytes, processing_status, file } = version;
  const needs_password = needsPassword(version);
  return {
    version_id: id,
    number,
    file_name: identifiesFile ? file_name : null,
    page_count: needs_password ? null : file?.page_count || null,
    size_bytes: identifiesFile ? size_bytes : null,
    sha256: identifiesFile ? (file?.sha256 ?? null) : null,
    failure: processing_status === 'failed' ? failureOf(version) : null,
    needs_password,
  };
}

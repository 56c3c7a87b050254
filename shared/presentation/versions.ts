import type { Version } from '../contract/resources/version.ts';
import type { VersionDetails } from '../contract/resources/versionDetails.ts';
import { failureCode, failureMessages, type VersionFailure } from '../contract/resources/versionFailure.ts';
import type { VersionItem } from '../data/documents/versions.ts';
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

/**
 * Presents the values by which people tell versions apart.
 *
 * @param identifiesFile whether the reader may learn which file the version is
 */
export function presentVersionDetails(version: VersionItem, identifiesFile: boolean): VersionDetails {
  const { id, number, file_name = null, size_bytes, processing_status, file } = version;
  const page_count = file?.page_count || null;
  // Before 1.1.0, the service noted only that it could not count the pages.
  const needs_password = version.needs_password ?? (file !== undefined && page_count === null);
  return {
    version_id: id,
    number,
    file_name: identifiesFile ? file_name : null,
    page_count: needs_password ? null : page_count,
    size_bytes: identifiesFile ? size_bytes : null,
    sha256: identifiesFile ? (file?.sha256 ?? null) : null,
    failure: processing_status === 'failed' ? failureOf(version) : null,
    needs_password,
  };
}

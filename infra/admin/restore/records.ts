import { createdAt } from '../../../shared/data/ids.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import type { Finding } from './comparison.ts';

/** People get one screen; scripts get the rest. */
export const shownAtMost = 20;

/** Beyond it differences are only counted: an empty bucket has as many as there are versions. */
export const keptAtMost = 10_000;

/** A difference as operators see it. */
export const presentFinding = (finding: Finding) =>
  finding.difference === 'orphan'
    ? {
        difference: finding.difference,
        file: finding.file.key,
        version_id: null,
        document_id: null,
        since: new Date(finding.file.kept_at_ms).toISOString(),
      }
    : {
        difference: finding.difference,
        file: payloadKey(finding.version_id),
        version_id: finding.version_id,
        document_id: finding.document_id,
        since: createdAt(finding.version_id),
      };

import { bringBack, removeFile } from '../../../shared/files/keptFiles.ts';
import type { Admin } from '../admin.ts';
import { Refusal } from '../refusal.ts';
import { Comparison, type Finding } from './comparison.ts';
import { keptAtMost, presentFinding, shownAtMost } from './records.ts';

interface RepairOptions {
  readonly deep?: true;
  readonly removeOrphans?: true;
}

/** What came of a difference: what is lost or left is one still. */
type Outcome = 'brought back' | 'removed' | 'lost' | 'left';

/**
 * Does what can be undone: a file gets its version's content again, and the other that was there is a previous version of it then;
 * files without a version are removed only when that is asked for.
 */
export async function repair({ output, now }: Admin, { deep, removeOrphans }: RepairOptions): Promise<void> {
  const rows = [];
  let left = 0;
  for await (const finding of new Comparison({ isDeep: deep === true, now }).findings()) {
    const outcome = await repairOne(finding, removeOrphans ? now - youngestOrphanMilliseconds : undefined);
    if (outcome === 'lost' || outcome === 'left') left += 1;
    if (rows.length < keptAtMost) rows.push({ outcome, ...presentFinding(finding) });
  }
  output.list('differences', rows, { most: shownAtMost });
  if (left > 0) throw new Refusal(`${left} differences are left. What to do: infra/RUNBOOK.md, "Restoring".`);
}

/** A file that came today may be of a version that is to be restored yet. */
const youngestOrphanMilliseconds = 24 * 60 * 60_000;

async function repairOne(finding: Finding, orphansBefore: number | undefined): Promise<Outcome> {
  if (finding.difference === 'upload missing') return 'lost';
  if (finding.difference === 'orphan') {
    if (orphansBefore === undefined || finding.file.kept_at_ms >= orphansBefore) return 'left';
    await removeFile(finding.file);
    return 'removed';
  }
  const { version } = finding;
  return version.file && (await bringBack(version, version.file)) ? 'brought back' : 'lost';
}

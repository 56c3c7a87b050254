import { dayMilliseconds } from '../../../shared/contract/days.ts';
import { makeTextDue } from '../../../shared/data/documents/versionText.ts';
import { faultsOfRoom, scanRooms } from '../../../shared/data/rooms/roomFaults.ts';
import { createdAt } from '../../../shared/data/table/ids.ts';
import { removeFile, restoreFile } from '../../../shared/files/keptFiles.ts';
import { textsKey } from '../../../shared/files/keptTexts.ts';
import { payloadKey } from '../../../shared/files/payloads.ts';
import { counted } from '../../../shared/text/words.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { Comparison, type Finding } from './comparison.ts';

/** The number of rows that people see. Scripts get all rows. */
const shownAtMost = 20;

/**
 * The number of differences that are listed. Further differences are only counted, because with an empty bucket every version is a
 * difference.
 */
const keptAtMost = 10_000;

/** Presents a difference to operators. */
const presentFinding = (finding: Finding) =>
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
        file: (finding.difference === 'text missing' ? textsKey : payloadKey)(finding.version_id),
        version_id: finding.version_id,
        document_id: finding.document_id,
        since: createdAt(finding.version_id),
      };

/** Says what is wrong with the items of rooms, up to a limit, and returns the number of these faults. */
async function checkRooms({ note }: Admin['output']): Promise<number> {
  let rooms = 0;
  let faults = 0;
  for await (const page of scanRooms())
    for (const id of page) {
      rooms += 1;
      for (const fault of await faultsOfRoom(id)) {
        faults += 1;
        if (faults <= shownAtMost) note(`${id}: ${fault}.`);
      }
    }
  if (rooms > 0) note(`${counted(rooms, 'room')} checked. ${counted(faults, 'fault')} found in their items.`);
  return faults;
}

/** Fails when table and bucket differ, or the items of a room, so that an operator's scheduled job reports the differences. */
export async function check({ output, now }: Admin, { deep }: { deep?: true }): Promise<void> {
  const comparison = new Comparison({ isDeep: deep === true, now });
  const rows = [];
  let differences = 0;
  for await (const finding of comparison.findings()) {
    differences += 1;
    if (rows.length < keptAtMost) rows.push(presentFinding(finding));
  }
  output.list('differences', rows, { most: shownAtMost });
  const { versions, files, verified, unverified } = comparison;
  output.note(
    `${versions} versions and ${files} files were compared. ${verified} files have the hash of their version.`,
  );
  if (unverified > 0)
    output.note(
      `${unverified} files have the right size, but S3 has no hash of them. --deep downloads and hashes them.`,
    );
  const faults = await checkRooms(output);
  if (differences === 0 && faults > 0)
    throw new Refusal(
      `The items of rooms have ${counted(faults, 'fault')}. Make these rooms anew, or restore the table to another time.`,
    );
  if (differences > 0)
    throw new Refusal(
      `Table and bucket differ in ${differences} files. What to do: infra/RUNBOOK.md, "Restoring".`,
    );
}

interface RepairOptions {
  readonly deep?: true;
  readonly removeOrphans?: true;
}

/** The outcome of a repair. After `lost` and `left`, table and bucket still differ. */
type Outcome = 'brought back' | 'made again' | 'removed' | 'lost' | 'left';

/**
 * Repairs the differences that can be repaired. Each file gets the content whose hash the version has. The bucket keeps the wrong content
 * as a previous version of the file. Files without a version are removed only with `removeOrphans`.
 */
export async function repair(
  { output, now, confirm }: Admin,
  { deep, removeOrphans }: RepairOptions,
): Promise<void> {
  if (removeOrphans)
    await confirm(
      'Files without a version that are older than a day are removed. The bucket keeps them as previous versions for 30 days.',
    );
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

/** Younger files without a version stay, because they may belong to a version that has not been restored yet. */
const youngestOrphanMilliseconds = dayMilliseconds;

async function repairOne(finding: Finding, orphansBefore: number | undefined): Promise<Outcome> {
  if (finding.difference === 'upload missing') return 'lost';
  if (finding.difference === 'orphan') {
    if (orphansBefore === undefined || finding.file.kept_at_ms >= orphansBefore) return 'left';
    await removeFile(finding.file);
    return 'removed';
  }
  const { version } = finding;
  // The due index sends the message of the text. If the version changed meanwhile, the next run finds what is left.
  if (finding.difference === 'text missing')
    return (await makeTextDue(version, Date.now())) ? 'made again' : 'left';
  return version.file && (await restoreFile(version, version.file)) ? 'brought back' : 'lost';
}

import type { Admin } from '../admin.ts';
import { Refusal } from '../refusal.ts';
import { Comparison } from './comparison.ts';
import { keptAtMost, presentFinding, shownAtMost } from './records.ts';

/** Fails when the two differ, so that a schedule of the operator's notices. */
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
      `${unverified} are there and have the size that they should: S3 has no hash of them. --deep downloads them.`,
    );
  if (differences > 0)
    throw new Refusal(
      `Table and bucket differ in ${differences} files. What to do: infra/RUNBOOK.md, "Restoring".`,
    );
}

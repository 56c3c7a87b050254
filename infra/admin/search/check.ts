import { counted, grouped } from '../../../shared/text/words.ts';
import type { Admin } from '../commandLine/admin.ts';
import { Refusal } from '../commandLine/refusal.ts';
import { Comparison, type Difference } from './comparison.ts';
import { requireSearch } from './searchOn.ts';

/** The number of rows that people see. Scripts get all rows, up to the second number; further differences are only counted. */
const shownAtMost = 20;
const keptAtMost = 10_000;

/** Fails when documents and the search index differ, so that an operator's scheduled job reports the differences. */
export async function check({ output, clock }: Admin): Promise<void> {
  requireSearch();
  const comparison = new Comparison(clock);
  const rows: (Difference & Readonly<Record<string, string | number | null>>)[] = [];
  let differences = 0;
  for await (const difference of comparison.differences()) {
    differences += 1;
    if (rows.length < keptAtMost) rows.push({ ...difference });
  }
  output.list('differences', rows, { most: shownAtMost });
  const { documents, entries, waiting } = comparison;
  output.note(`${counted(documents, 'document')} and ${grouped(entries)} entries were compared.`);
  if (waiting > 0)
    output.note(
      `${counted(waiting, 'document')} changed in the last minute or wait for the worker. Repeat the command later.`,
    );
  if (differences > 0)
    throw new Refusal(
      `Documents and index differ in ${counted(differences, 'place')}. What to do: infra/docs/search.md, "When they differ".`,
    );
}

/** Returns the candidate that takes the fewest edits to become the text, for messages about misspelt names. */
export const nearestTo = <T extends string>(text: string, candidates: readonly T[]): T | undefined =>
  candidates
    .map((candidate) => ({ candidate, edits: editsBetween(text.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)[0]?.candidate;

/** Counts the letters to insert, remove or replace (the Levenshtein distance). Computes the table of the usual algorithm row by row. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === other ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[to.length] ?? 0;
}

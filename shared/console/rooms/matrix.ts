/** A document of a room, and who read it. */
export interface ReadDocument {
  readonly title: string;
  readonly readers: readonly { readonly name: string; readonly readings: number }[];
}

/** The columns of documents follow this one. */
const lastColumn = 'last_at';

/** Returns which people read which documents, from the CSV matrix of readers and documents. */
export function readDocumentsIn(csv: string): ReadDocument[] {
  const [head = [], ...rows] = cellsIn(csv);
  const names = ['person_name', 'network'].map((column) => head.indexOf(column));
  return head.flatMap((title, column) => {
    if (column <= head.indexOf(lastColumn)) return [];
    const readers = rows
      .filter((row) => Number(row[column]) > 0)
      .map((row) => ({
        name: names.map((at) => row[at]).find(Boolean) ?? '',
        readings: Number(row[column]),
      }));
    return readers.length > 0 ? [{ title, readers }] : [];
  });
}

/** Returns the cells of a CSV text by line (RFC 4180). */
function cellsIn(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',' && end !== '') rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0]);
}

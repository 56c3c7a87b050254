/** Row numbers in ascending order, each once. */
export type Rows = Uint32Array<ArrayBuffer>;

export const noRows: Rows = new Uint32Array();

export const intersection = (a: Rows, b: Rows): Rows => merged(a, b, { both: true });
export const union = (a: Rows, b: Rows): Rows => merged(a, b, { both: true, onlyA: true, onlyB: true });
export const difference = (a: Rows, b: Rows): Rows => merged(a, b, { onlyA: true });

function merged(a: Rows, b: Rows, { both = false, onlyA = false, onlyB = false }): Rows {
  const kept = new Uint32Array((both || onlyA ? a.length : 0) + (onlyB ? b.length : 0));
  let [length, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x = 0, y = 0] = [a[i], b[j]];
    if (x === y ? both : x < y ? onlyA : onlyB) kept[length++] = Math.min(x, y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  if (onlyA) for (; i < a.length; i++) kept[length++] = a[i] ?? 0;
  if (onlyB) for (; j < b.length; j++) kept[length++] = b[j] ?? 0;
  return kept.subarray(0, length);
}

export const filtered = (rows: Rows, isKept: (row: number) => boolean): Rows => rows.filter(isKept);

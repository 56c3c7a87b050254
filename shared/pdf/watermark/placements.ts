/** A width and a height. The unit is points if no other is stated. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `a b c d e f` of ISO 32000-1, 8.3.4: takes (x, y) to (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [number, number, number, number, number, number];

/** The part of a page that PDF readers show: a rectangle in the page's coordinates, and its rotation in quarter turns clockwise. */
export interface Frame {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly quarterTurns: number;
}

/** The type size as a part of the geometric mean of the page's sides, for example 14 points on A4. It looks equally large on all pages. */
const sizeOfPage = 1 / 50;
/** The turned block takes at most this part of the page's width and height, so every page has at least one whole block. */
const mostOfPage = 0.94;
/** The clear space between blocks, in em. The page's text stays readable there, and a screenshot still contains a block. */
const gapAlong = 5;
const gapAcross = 8;
/** The limit for the places that are tried. A4 has 35, and a strip that is a thousand times as wide as high has 80,000. */
const triedMax = 2_000_000;

/**
 * Returns the places of a block's copies on a page of the given size, as PDF readers show it. The blocks run upwards along the diagonal, in
 * staggered rows, with one block in the middle. The size of a page does not change their number.
 * @param block the size of the block in em
 * @throws RangeError for a page that is so narrow that it would need millions of blocks
 * @returns matrices from em, with the origin in the block's lower left corner, to points from the page's lower left corner
 */
export function placements({ width, height }: Size, block: Size): Matrix[] {
  const diagonal = Math.hypot(width, height);
  const [cos, sin] = [width / diagonal, height / diagonal];
  const em = Math.min(
    Math.sqrt(width * height) * sizeOfPage,
    (mostOfPage * width) / (block.width * cos + block.height * sin),
    (mostOfPage * height) / (block.width * sin + block.height * cos),
  );
  const stepAlong = (block.width + gapAlong) * em;
  const stepAcross = (block.height + gapAcross) * em;
  const rows = Math.ceil(diagonal / 2 / stepAcross);
  const columns = Math.ceil(diagonal / 2 / stepAlong) + 1;
  if (!((2 * rows + 1) * (2 * columns + 1) <= triedMax))
    throw new RangeError('The page is too narrow for a watermark.');
  const placed: Matrix[] = [];
  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const along = (column + (row % 2 === 0 ? 0 : 0.5)) * stepAlong;
      const across = row * stepAcross;
      const x = width / 2 + along * cos - across * sin;
      const y = height / 2 + along * sin + across * cos;
      if (x < 0 || x > width || y < 0 || y > height) continue;
      const toCorner = { along: (-block.width / 2) * em, across: (-block.height / 2) * em };
      placed.push([
        ...([em * cos, em * sin, -em * sin, em * cos] as const),
        x + toCorner.along * cos - toCorner.across * sin,
        y + toCorner.along * sin + toCorner.across * cos,
      ]);
    }
  }
  return placed;
}

/** Returns the size at which a PDF reader shows a page. */
export function shownSize({ left, bottom, right, top, quarterTurns }: Frame): Size {
  const [width, height] = [right - left, top - bottom];
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the matrix from a page as it is shown, from its lower left corner, to the page's own coordinates. */
export function fromShown({ left, bottom, right, top, quarterTurns }: Frame): Matrix {
  const turned: readonly Matrix[] = [
    [1, 0, 0, 1, left, bottom],
    [0, 1, -1, 0, right, bottom],
    [-1, 0, 0, -1, right, top],
    [0, -1, 1, 0, left, top],
  ];
  const matrix = turned[quarterTurns % 4];
  if (!matrix) throw new RangeError(`${quarterTurns} is no number of quarter turns`);
  return matrix;
}

/** Returns the matrix that applies the first matrix and then the second. */
export const followedBy = (first: Matrix, second: Matrix): Matrix => [
  first[0] * second[0] + first[1] * second[2],
  first[0] * second[1] + first[1] * second[3],
  first[2] * second[0] + first[3] * second[2],
  first[2] * second[1] + first[3] * second[3],
  first[4] * second[0] + first[5] * second[2] + second[4],
  first[4] * second[1] + first[5] * second[3] + second[5],
];

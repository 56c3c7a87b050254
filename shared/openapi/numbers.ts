/** Returns a number as people read it: 4,650,000 */
export const grouped = (number: number): string => number.toLocaleString('en-US');

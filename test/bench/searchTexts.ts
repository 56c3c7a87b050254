/** The texts of documents for the bench: each page is about 2.5 kB, of words that are as frequent as in texts of people (Zipf's law). */

export const pagesOfDocument = 5;
const wordsOfPage = 400;
const vocabulary = 20_000;
const syllables = 'ba con de fer gi lo mar ne per ri sta tor u vel wi zan'.split(' ');
/** One document of ten also has these characters, in another order on each page. */
const characters = [
  ...'本契約書に定める条件及び賃貸借の期間は東京都において甲乙双方が合意した日から効力を生じる',
];

/** Returns the word of a rank. The word with the rank 0 is the most frequent. */
export function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

/** Returns the texts of the pages of a document. */
export function pagesOf(index: number): readonly string[] {
  const random = generator(index);
  return Array.from({ length: pagesOfDocument }, (_, page) => {
    // The inverse of the distribution: the word of rank r has a share of about 1/r.
    const words = Array.from({ length: wordsOfPage }, () => wordOf(Math.floor(vocabulary ** random()) - 1));
    const run = Array.from({ length: 200 }, () => characters[Math.floor(random() * characters.length)]);
    return `${words.join(' ')}${index % 10 === 0 ? ` ${run.join('')}` : ''} serial${index}p${page + 1}`;
  });
}

/** Returns a generator of numbers from 0 to below 1, the same for the same seed (Numerical Recipes, linear congruential). */
function generator(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

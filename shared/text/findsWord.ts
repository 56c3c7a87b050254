/**
 * Returns whether a word occurs in a text at one of the places that `mayBegin` has, by UTF-16 units. Uses the algorithm of Knuth, Morris
 * and Pratt, so the time is linear in the word and the text together.
 */
export function findsWord(
  word: ArrayLike<string>,
  text: ArrayLike<string>,
  mayBegin: readonly boolean[],
): boolean {
  const borders = bordersOf(word);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    while (matched > 0 && unit !== word[matched]) matched = borders[matched - 1] ?? 0;
    if (unit === word[matched]) matched++;
    if (matched < word.length) continue;
    if (mayBegin[at + 1 - word.length]) return true;
    matched = borders[matched - 1] ?? 0;
  }
  return false;
}

/** Returns, for each beginning of a word, the length of its longest border: a shorter beginning that also ends it. */
function bordersOf(word: ArrayLike<string>): readonly number[] {
  const borders = [0];
  let length = 0;
  for (let at = 1; at < word.length; at++) {
    const unit = word[at];
    while (length > 0 && unit !== word[length]) length = borders[length - 1] ?? 0;
    if (unit === word[length]) length++;
    borders.push(length);
  }
  return borders;
}

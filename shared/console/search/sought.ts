/** One character of these scripts can be a word. */
const shortWord = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}]/u;
const twoLetters = /[\p{L}\p{M}\p{N}].*[\p{L}\p{M}\p{N}]/su;

/** Whether a text is long enough to be searched for in texts of documents: of fewer letters, almost every document has a word. */
export const isWorthSearching = (q: string): boolean => shortWord.test(q) || twoLetters.test(q);

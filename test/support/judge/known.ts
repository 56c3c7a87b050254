import type { Difference } from './agreement.ts';

/** A difference between the host's DynamoDB and the other one, and the reason to accept it. */
export interface Known {
  readonly why: string;
  /** The name of the request in `requests.ts` that shows the difference. */
  readonly shownBy: string;
  is(difference: Difference): boolean;
}

const mebibyte = 1024 * 1024;

export const knownDifferences: readonly Known[] = [
  {
    why: 'ours counts text in characters, as dynalite does; theirs in bytes, as DynamoDB does',
    shownBy: 'has text of several bytes a character',
    is: ({ part, judged: { input, ours } }) => part === 'capacity' && /\P{ASCII}/u.test(input + ours.body),
  },
  {
    why: 'ours counts a byte more for digits that are not pairs from the point on, as dynalite found of DynamoDB: a tenth of all times',
    shownBy: 'has a time that ends in one zero, at the end of a kilobyte',
    is: ({ part, judged: { input, ours } }) =>
      part === 'capacity' && /"N":"(?=\d{13}")\d*[1-9]0(?:00)*"/.test(input + ours.body),
  },
  {
    why: 'nothing public says whether the item that goes beyond 1 MB is on the page: ours has it there, theirs does not',
    shownBy: 'ends a page at 1 MB',
    is: ({ judged: { operation, ours } }) => operation === 'Query' && ours.body.length > mebibyte,
  },
  {
    why: 'theirs compares keys with empty values, as dynalite would; DynamoDB refuses it, as users of moto found',
    shownBy: 'refuses to compare a key with no text',
    is: ({ judged: { operation, ours } }) =>
      operation === 'Query' && ours.body.includes('a key attribute cannot contain an empty string value'),
  },
  {
    why: 'theirs has no words for it',
    shownBy: 'refuses the token of another',
    is: ({ part, judged: { theirs } }) =>
      part === 'message' && theirs.body.includes('An error occurred (IdempotentParameterMismatchException)'),
  },
  {
    why: 'ours repeats the request in JSON, theirs in the words of Rust',
    shownBy: 'refuses 26',
    is: ({ part, judged: { ours } }) => part === 'message' && ours.body.includes('less than or equal to 25'),
  },
];

export const isKnown = (difference: Difference): boolean =>
  knownDifferences.some((known) => known.is(difference));

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
    why: 'ours counts one byte more for a number whose digits do not form pairs, as dynalite found of DynamoDB; this concerns a tenth of all times',
    shownBy: 'has a time that ends in one zero, at the end of a kilobyte',
    is: ({ part, judged: { input, ours } }) =>
      part === 'capacity' && /"N":"(?=\d{13}")\d*[1-9]0(?:00)*"/.test(input + ours.body),
  },
  {
    why: 'AWS does not say whether the item that exceeds 1 MB is on the page: it is on ours, and not on theirs',
    shownBy: 'ends a page at 1 MB',
    is: ({ judged: { operation, ours } }) => operation === 'Query' && ours.body.length > mebibyte,
  },
  {
    why: 'the order of a scan is open, so a page of several has other items',
    shownBy: 'scans more than a page',
    is: ({ judged: { operation, input, ours, theirs } }) =>
      operation === 'Scan' && /"(?:ExclusiveStart|LastEvaluated)Key"/.test(input + ours.body + theirs.body),
  },
  {
    why: 'theirs compares keys with empty values, as dynalite would; DynamoDB refuses it, as users of moto found',
    shownBy: 'refuses to compare a key with no text',
    is: ({ judged: { operation, ours } }) =>
      operation === 'Query' && ours.body.includes('a key attribute cannot contain an empty string value'),
  },
  {
    why: 'theirs has no message for this error',
    shownBy: 'refuses the token of another',
    is: ({ part, judged: { theirs } }) =>
      part === 'message' && theirs.body.includes('An error occurred (IdempotentParameterMismatchException)'),
  },
  {
    why: 'ours repeats the request as JSON, theirs as a Rust value',
    shownBy: 'refuses 26',
    is: ({ part, judged: { ours } }) => part === 'message' && ours.body.includes('less than or equal to 25'),
  },
];

export const isKnown = (difference: Difference): boolean =>
  knownDifferences.some((known) => known.is(difference));

interface Known {
  /** The difference between the emulator and AWS. */
  readonly reason: string;
  /** The tests in the conformance run, by their names: file > group > test. */
  readonly tests: readonly RegExp[];
}

/**
 * The conformance tests that fail because of a difference between the emulator and AWS. The rehearsal fails if another test fails,
 * or if no test fails any more for an expression of this list.
 */
export const knownFailures: readonly Known[] = [
  {
    reason: 'It keeps minimumCompressionSize, and neither compresses answers nor unpacks requests',
    tests: [/^compression > (applies to answers|of a (form|request body)|of a request does not bypass)/],
  },
  {
    reason:
      "It has neither API Gateway's limit of 10 MB nor Lambda's of 6 MB, so the function answers itself",
    tests: [
      /^errors > a body that is larger than API Gateway or Lambda takes: /,
      /^files > a payload that is not a PDF or too large creates no document$/,
    ],
  },
  {
    reason: 'It replaces bytes that are not UTF-8 by replacement characters',
    tests: [/^errors > a malformed percent-encoding: /],
  },
  {
    reason: 'It passes over empty segments of a path',
    tests: [
      /^errors > a route that does not exist: GET \/v1\/\/documents /,
      /^errors > \w+ \S*\/\S* says what may be wrong with the path$/,
    ],
  },
  {
    reason: 'It decodes %2F before it looks for the route',
    tests: [/^unreadable > an id in the path > that is malformed is refused: (getDocument|getPolicy)$/],
  },
  {
    reason: 'It sends Content-Length: 0 with each answer to HEAD',
    tests: [
      /^pages > a HEAD request gets the status and headers of GET/,
      /^pages > a browser gets a page with 404 at an unknown address: /,
      /^askToSignIn > the page that asks to sign in > has the reason, /,
      /^reference > \S+ is .* without a credential, cached as the reference, by HEAD as by GET$/,
    ],
  },
  {
    reason: 'It sends Content-Length with 204',
    tests: [/^members > the (owner|admin) may set the role that a member already has$/],
  },
];

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
    tests: [
      /^unreadable > a body > of the largest size is read, compressed or not: (updateDocument|createPolicy)$/,
      /^compression > (applies to answers|of a request body|of a request does not bypass|of a request that is not valid)/,
    ],
  },
  {
    reason:
      "It has neither API Gateway's limit of 10 MB nor Lambda's of 6 MB, so the function answers itself",
    tests: [
      /^errorMessages > the message about a file > that API Gateway refuses names uploads too$/,
      /^gatewayErrors > a body that is larger than API Gateway or Lambda takes > /,
      /^payload > a file that is too large > creates no document: (8|11)000000 bytes/,
    ],
  },
  {
    reason: 'It replaces bytes that are not UTF-8 by replacement characters',
    tests: [/^gatewayErrors > a malformed percent-encoding > /],
  },
  {
    reason: 'It passes over empty segments of a path',
    tests: [
      /^gatewayErrors > a route that does not exist > GET \/v1\/\/documents$/,
      /^gatewayErrors > \w+ \S*\/\S* says what may be wrong with the path$/,
    ],
  },
  {
    reason: 'It decodes %2F before it looks for the route',
    tests: [/^unreadable > an id in the path > that is malformed is refused: (getDocument|getPolicy)$/],
  },
  {
    reason: 'It sends Content-Length: 0 with each answer to HEAD',
    tests: [
      /^headRequests > a HEAD request > (for|of|shows) /,
      /^unknownAddress > a browser gets a page with 404 at an unknown address > by HEAD at /,
      /^askToSignIn > HEAD answers \S+ as GET does$/,
      /^guides > without a credential, cached as the reference, by HEAD as by GET > /,
      /^languages > a browser that prefers \w+ > gets the same headers by HEAD$/,
    ],
  },
  {
    reason: 'It sends Content-Length with 204',
    tests: [/^updateMemberRole > the (owner|admin) may set the role that a member already has$/],
  },
];

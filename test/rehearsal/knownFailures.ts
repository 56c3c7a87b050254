import { allOperations } from '../../shared/contract/operations.ts';

interface Known {
  /** The difference between the emulator and AWS. */
  readonly reason: string;
  /** The names of the tests in the conformance run: file > group > test. */
  readonly tests: readonly string[];
}

const withBody = allOperations.filter(({ body }) => body?.kind === 'json').map(({ id }) => id);
const badEncodings = [
  '/v1/documents/%E0%A4%A',
  '/v1/documents/%ff',
  '/v1/documents/%',
  '/v1/documents/%zz/versions',
  '/v1/organization/members/%c3%28',
  '/v1/documents?cursor=%ff',
  '/v1/documents?%E0%A4%A=1',
];
const tooLarge = [
  'POST /v1/organization with 11 MB of application/json',
  'POST /v1/organization with 7 MB of application/json',
  'PATCH /v1/organization/members/usr_00000000000000000000000000 with 7 MB of application/json',
  'POST /v1/documents with 11 MB of multipart/form-data; boundary=b',
  'POST /v1/documents with 5 MB of multipart/form-data; boundary=b',
];

/**
 * The conformance tests that fail because of a difference between the emulator and AWS. The rehearsal fails if another test fails,
 * or if a test of this list does not fail any more.
 */
export const knownFailures: readonly Known[] = [
  {
    reason: 'It keeps minimumCompressionSize, and neither compresses answers nor unpacks requests',
    tests: [
      ...withBody.map((id) => `bodySizes > ${id} > counts the decompressed size of a compressed body`),
      'compression > applies to answers of 1,024 bytes or more, if the client accepts it',
      'compression > of a request body is accepted',
      'compression > of a request does not bypass the limits for its body',
      'compression > of a request that is not valid is refused',
    ],
  },
  {
    reason:
      "It has neither API Gateway's limit of 10 MB nor Lambda's of 6 MB, so the function answers itself",
    tests: [
      'errorMessages > the message about a file > that API Gateway refuses names uploads too',
      ...tooLarge.map(
        (what) => `gatewayErrors > a body that is larger than API Gateway or Lambda takes > ${what}`,
      ),
      ...['creates no document', 'creates no version'].flatMap((effect) => [
        `payload > a file that is too large > ${effect}: 8000000 bytes, refused by Lambda's limit of 6 MB`,
        `payload > a file that is too large > ${effect}: 11000000 bytes, refused by API Gateway's limit of 10 MB`,
      ]),
    ],
  },
  {
    reason: 'It replaces bytes that are not UTF-8 by replacement characters',
    tests: badEncodings.map((path) => `gatewayErrors > a malformed percent-encoding > ${path}`),
  },
  {
    reason: 'It passes over empty segments of a path',
    tests: ['gatewayErrors > a route that does not exist > GET /v1//documents'],
  },
  {
    reason: 'It decodes %2F before it looks for the route',
    tests: ['updateMemberRole > no role is changed > for a malformed user_id: a slash'],
  },
  {
    reason: 'It sends Content-Length: 0 with each answer to HEAD',
    tests: [
      ...['/', '/docs', '/docs/documents', '/v1/openapi.json'].map(
        (path) => `for ${path} gets the status and headers of GET`,
      ),
      ...['/docs', '/v1/openapi.json'].map((path) => `for ${path} answers 304 to the current tag`),
      ...['a browser', 'a member who is signed in', 'a program', 'a program without a key'].map(
        (client) => `of ${client} for pages of a document gets the status and headers of GET`,
      ),
      ...['inline', 'attachment'].map((kind) => `for a file (${kind}) gets no URL of it`),
      'shows a caller without access no more than GET',
    ]
      .map((name) => `headRequests > a HEAD request > ${name}`)
      .concat(
        [
          '/help',
          '/d/doc_00000000000000000000000000/versions',
          '/d/doc_00000000000000000000000000/acknowledgement',
        ].map(
          (path) =>
            `unknownAddress > a browser gets a page with 404 at an unknown address > by HEAD at ${path}, with the headers only`,
        ),
      ),
  },
  {
    reason: 'It sends Content-Length with 204',
    tests: ['owner', 'admin'].map(
      (actor) => `updateMemberRole > the ${actor} may set the role that a member already has`,
    ),
  },
];

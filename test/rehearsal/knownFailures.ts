import { guideNames } from '../../shared/pages/guides/names.ts';

interface Known {
  /** The difference between the emulator and AWS. */
  readonly reason: string;
  /** The names of the tests in the conformance run: file > group > test. */
  readonly tests: readonly string[];
}

const badEncodings = [
  '/v1/documents/%E0%A4%A',
  '/v1/documents/%ff',
  '/v1/documents/%',
  '/v1/documents/%zz/versions',
  '/v1/organization/members/%c3%28',
  '/v1/documents?cursor=%ff',
  '/v1/documents?%E0%A4%A=1',
];
/** Requests whose path has an empty part. */
const emptyParts = [
  'GET /v1/documents//versions',
  'GET /v1/documents/doc_0//',
  'GET /v1/webhooks//test',
  'GET //v1/documents',
  'POST //v1/documents',
  'PATCH /v1/documents//access_level',
  'DELETE /v1/documents//access_level',
];
/** The addresses of the guides and what belongs to them, each with its type. */
const ofGuides = [
  '/docs/guides is text/html',
  ...guideNames.flatMap((name) => [
    `/docs/guides/${name} is text/html`,
    `/docs/guides/${name}.md is text/markdown`,
  ]),
  '/docs/changelog is text/html',
  '/docs/changelog.md is text/markdown',
  '/llms.txt is text/plain',
  '/docs/client.mjs is text/plain',
  '/docs/client.d.mts is text/plain',
  '/docs/copy.js is text/javascript',
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
      ...['updateDocument', 'createPolicy'].map(
        (id) => `unreadable > a body > of the largest size is read, compressed or not: ${id}`,
      ),
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
      `payload > a file that is too large > creates no document: 8000000 bytes, refused by Lambda's limit of 6 MB`,
      `payload > a file that is too large > creates no document: 11000000 bytes, refused by API Gateway's limit of 10 MB`,
    ],
  },
  {
    reason: 'It replaces bytes that are not UTF-8 by replacement characters',
    tests: badEncodings.map((path) => `gatewayErrors > a malformed percent-encoding > ${path}`),
  },
  {
    reason: 'It passes over empty segments of a path',
    tests: [
      'gatewayErrors > a route that does not exist > GET /v1//documents',
      ...emptyParts.map((request) => `gatewayErrors > ${request} says what may be wrong with the path`),
    ],
  },
  {
    reason: 'It decodes %2F before it looks for the route',
    tests: ['getDocument', 'getPolicy'].map(
      (id) => `unreadable > an id in the path > that is malformed is refused: ${id}`,
    ),
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
      )
      .concat(
        [
          '/sign-in?return_to=/d/x',
          '/mail?mail=x&token=y',
          '/invitation?token=x',
          '/logout',
          '/app',
          '/app/plain',
        ].map((path) => `askToSignIn > HEAD answers ${path} as GET does`),
        [
          ...ofGuides.map((one) => `${one}; charset=utf-8`),
          'an unknown guide is like any unknown address (text/html)',
          'an unknown guide is like any unknown address (application/json)',
        ].map((one) => `guides > without a credential, cached as the reference, by HEAD as by GET > ${one}`),
        ['en', 'de', 'ja'].map(
          (language) => `languages > a browser that prefers ${language} > gets the same headers by HEAD`,
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

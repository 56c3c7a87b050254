import { expect, test } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import { call, readyDocument, uniqueTitle } from '../support/documents.ts';
import { bytes, pdfPart, rawForm, text } from '../support/multipart.ts';
import { stateOf } from '../support/operationsOnDocument.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf } from '../support/uploads.ts';

const pdf = await makePdf();
const payload = pdfPart(pdf);
/**
 * The tests about versions assert that no refused form changes this document. The tests about new documents look at all documents that are
 * newer than this one.
 */
const { document, document_id } = await readyDocument();

type Form = Parameters<typeof call.createDocument>[0] & object;
type Parts = Parameters<typeof rawForm>[0];

/** Returns a form with a title, a PDF and other parts. */
const form =
  (more: Parts = [], framing: Parameters<typeof rawForm>[1] = {}) =>
  (title: string) =>
    rawForm([text('title', title), payload, ...more], framing);
/** Returns a form whose end is missing. */
const truncated = (missingBytes: number, parts: (title: string) => Parts) => (title: string) => {
  const { raw, headers } = rawForm(parts(title));
  return { raw: raw.slice(0, -missingBytes), headers };
};
const typed = (type: string, raw: Form['raw'] & {}) => () => ({ raw, headers: { 'Content-Type': type } });
const contentType = (type: string) => form([], { contentType: type });
/** The forms to refuse, each made with a title, and the error. No document may have this title afterwards. */
const cases: readonly (readonly [string, (title: string) => Form, ErrorCode, string | null])[] = [
  ['no boundary in its type', contentType('multipart/form-data'), 'invalid_multipart', 'Content-Type'],
  ['another boundary', contentType('multipart/form-data; boundary=another'), 'invalid_multipart', null],
  ['line feeds instead of line ends', form([], { lineEnd: '\n' }), 'invalid_multipart', null],
  [
    'no end of its file',
    truncated(400, (title) => [text('title', title), payload]),
    'invalid_multipart',
    null,
  ],
  ['an empty body', () => ({ ...rawForm([]), raw: bytes([]) }), 'invalid_multipart', null],
  ['JSON', typed('application/json', '{"title":"T"}'), 'unsupported_media_type', 'Content-Type'],
  ['no content type', (title) => ({ raw: form()(title).raw }), 'unsupported_media_type', 'Content-Type'],
];

test.for(cases)('creates no document from a form with %s', async ([, make, code, param]) => {
  const name = uniqueTitle('Refused');

  expect(await call.createDocument(make(name))).toMatchObject(refused(code, param));
  const since = await allDocuments('owner', { created_after: document.created_at });
  expect(since.map((listed) => listed.title)).not.toContain(name);
});

test('creates no version from a malformed form', async () => {
  const before = await stateOf(document_id);

  for (const [what, make, code, param] of cases.filter((_, index) => index % 3 === 0)) {
    const answer = await call.createDocumentVersion({ path: { document_id }, ...make('Refused') });
    expect(answer, what).toMatchObject(refused(code, param));
  }
  expect(await stateOf(document_id)).toEqual(before);
});

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
const annex = { ...payload, disposition: 'form-data; name="annex"; filename="annex.pdf"' };
const asFile = (content: string) => ({
  disposition: 'form-data; name="title"; filename="title.txt"',
  content,
});
const afterTheEnd = '\r\n--form-boundary-7MA4YWxk\r\n\r\nx\r\n--form-boundary-7MA4YWxk--';
const delimiter = '\r\n--form-boundary-7MA4YWxk more';

/** The forms to refuse, each made with a title, and the error. No document may have this title afterwards. */
const cases: readonly (readonly [string, (title: string) => Form, ErrorCode, string | null])[] = [
  ['a field twice', form([text('title', 'Again')]), 'invalid_value', 'title'],
  ['two payloads', form([payload]), 'invalid_value', 'payload'],
  [
    'a line that begins with the delimiter',
    form([text('description', delimiter)]),
    'invalid_multipart',
    null,
  ],
  ['a part after its last delimiter', form([], { epilogue: afterTheEnd }), 'invalid_multipart', null],
  [
    'the payload as a text field',
    (title) => rawForm([text('title', title), text('payload', '%PDF-1.7 text')]),
    'invalid_file',
    'payload',
  ],
  ['a file under an unknown name', form([annex]), 'unknown_field', 'annex'],
  ['the title as a file', (title) => rawForm([asFile(title), payload]), 'unknown_field', 'title'],
  ['no boundary in its type', contentType('multipart/form-data'), 'invalid_multipart', 'Content-Type'],
  ['another boundary', contentType('multipart/form-data; boundary=another'), 'invalid_multipart', null],
  ['line feeds instead of line ends', form([], { lineEnd: '\n' }), 'invalid_multipart', null],
  [
    'no end of its file',
    truncated(400, (title) => [text('title', title), payload]),
    'invalid_multipart',
    null,
  ],
  ['no last delimiter', truncated(30, (title) => [text('title', title), payload]), 'invalid_multipart', null],
  [
    'no end of a header',
    truncated(100, (title) => [payload, text('title', title)]),
    'invalid_multipart',
    null,
  ],
  ['an empty body', () => ({ ...rawForm([]), raw: bytes([]) }), 'invalid_multipart', null],
  ['JSON', typed('application/json', '{"title":"T"}'), 'unsupported_media_type', 'Content-Type'],
  [
    'urlencoded fields',
    typed('application/x-www-form-urlencoded', 'title=T'),
    'unsupported_media_type',
    'Content-Type',
  ],
  ['a bare PDF', typed('application/pdf', pdf), 'unsupported_media_type', 'Content-Type'],
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

  for (const [what, make, code, param] of cases.filter((_, index) => index % 5 === 0)) {
    const answer = await call.createDocumentVersion({ path: { document_id }, ...make('Refused') });
    expect(answer, what).toMatchObject(refused(code, param));
  }
  expect(await stateOf(document_id)).toEqual(before);
});

test('refuses text that is not UTF-8, and never stores another text than was sent', async () => {
  const name = Buffer.from('Für Änderungen', 'latin1');
  const inLatin1 = { disposition: 'form-data; name="title"', content: name };

  const answer = await call.createDocument(rawForm([inLatin1, payload]));

  expect(answer).toMatchObject(refused('invalid_value', 'title'));
});

test.for([
  { what: 'a file', disposition: 'form-data; filename="contract.pdf"' },
  { what: 'a field', disposition: 'form-data' },
])('refuses, with all five keys in its error, $what without a name', async ({ disposition }) => {
  const answer = await call.createDocument(
    rawForm([text('title', 'T'), payload, { disposition, content: 'nobody' }]),
  );

  expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } });
});

test('refuses more parts than any client needs', async () => {
  const many = Array.from({ length: 200 }, (_, index) => text(`field_${index}`, 'x'));

  const answer = await call.createDocument(rawForm([text('title', 'T'), payload, ...many]));

  expect(answer).toMatchObject({ status: 400, error: { type: 'invalid_request_error' } });
});

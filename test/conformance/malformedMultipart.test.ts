import { expect, test } from 'vitest';
import type { ErrorCode } from '../../shared/contract/errorCodes.ts';
import { call, uniqueTitle, upload } from '../support/documents.ts';
import { bytes, pdfPart, rawForm, text } from '../support/multipart.ts';
import { allDocuments } from '../support/pages.ts';
import { refused } from '../support/refusals.ts';
import { makePdf } from '../support/uploads.ts';

const pdf = await makePdf();
const payload = pdfPart(pdf);
/** The tests look at all documents that are newer than this one. */
const document = await upload();

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

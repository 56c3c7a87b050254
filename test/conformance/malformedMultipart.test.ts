import { expect, test } from 'vitest';
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

/** The forms to refuse, each made with a title. No document may have this title afterwards. */
const cases = [
  {
    what: 'a field twice',
    form: (name: string) => rawForm([text('title', name), text('title', name), payload]),
    code: 'invalid_value',
    param: 'title',
  },
  {
    what: 'two payloads',
    form: (name: string) => rawForm([text('title', name), payload, payload]),
    code: 'invalid_value',
    param: 'payload',
  },
  {
    what: 'a text with a line that begins with the delimiter',
    form: (name: string) => rawForm([text('title', `${name}\r\n--form-boundary-7MA4YWxk more`), payload]),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'a part after its last delimiter',
    form: (name: string) =>
      rawForm([text('title', name), payload], {
        epilogue: '\r\n--form-boundary-7MA4YWxk\r\n\r\nx\r\n--form-boundary-7MA4YWxk--',
      }),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'the payload as a text field',
    form: (name: string) => rawForm([text('title', name), text('payload', '%PDF-1.7 text')]),
    code: 'invalid_file',
    param: 'payload',
  },
  {
    what: 'a file under an unknown name',
    form: (name: string) =>
      rawForm([
        text('title', name),
        payload,
        { ...payload, disposition: 'form-data; name="annex"; filename="annex.pdf"' },
      ]),
    code: 'unknown_field',
    param: 'annex',
  },
  {
    what: 'the title as a file',
    form: (name: string) =>
      rawForm([{ disposition: 'form-data; name="title"; filename="title.txt"', content: name }, payload]),
    code: 'unknown_field',
    param: 'title',
  },
  {
    what: 'no boundary in the content type',
    form: (name: string) => rawForm([text('title', name), payload], { contentType: 'multipart/form-data' }),
    code: 'invalid_multipart',
    param: 'Content-Type',
  },
  {
    what: 'another boundary in the content type',
    form: (name: string) =>
      rawForm([text('title', name), payload], { contentType: 'multipart/form-data; boundary=another' }),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'line feeds instead of line ends',
    form: (name: string) => rawForm([text('title', name), payload], { lineEnd: '\n' }),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'a body that stops within the file',
    form: (name: string) => truncated(rawForm([text('title', name), payload]), 400),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'a body that stops before its last delimiter',
    form: (name: string) => truncated(rawForm([text('title', name), payload]), 30),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'a body that stops within a header',
    form: (name: string) => truncated(rawForm([payload, text('title', name)]), 100),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'an empty body',
    form: () => ({ ...rawForm([]), raw: bytes([]) }),
    code: 'invalid_multipart',
    param: null,
  },
  {
    what: 'JSON',
    form: (name: string) => ({
      raw: JSON.stringify({ title: name }),
      headers: { 'Content-Type': 'application/json' },
    }),
    code: 'unsupported_media_type',
    param: 'Content-Type',
  },
  {
    what: 'a urlencoded form',
    form: (name: string) => ({
      raw: new URLSearchParams({ title: name }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    }),
    code: 'unsupported_media_type',
    param: 'Content-Type',
  },
  {
    what: 'a bare PDF',
    form: () => ({ raw: pdf, headers: { 'Content-Type': 'application/pdf' } }),
    code: 'unsupported_media_type',
    param: 'Content-Type',
  },
  {
    what: 'a body without a content type',
    form: (name: string) => ({ raw: rawForm([text('title', name), payload]).raw }),
    code: 'unsupported_media_type',
    param: 'Content-Type',
  },
] as const;

const truncated = (form: ReturnType<typeof rawForm>, missingBytes: number) => ({
  ...form,
  raw: form.raw.slice(0, -missingBytes),
});

test.for(cases)('creates no document from a form with $what', async ({ form, code, param }) => {
  const name = uniqueTitle('Refused');

  expect(await call.createDocument(form(name))).toMatchObject(refused(code, param));
  const since = await allDocuments('owner', { created_after: document.created_at });
  expect(since.map((listed) => listed.title)).not.toContain(name);
});

test('creates no version from a malformed form', async () => {
  const before = await stateOf(document_id);

  for (const { what, form, code, param } of cases.filter((_, index) => index % 5 === 0)) {
    const answer = await call.createDocumentVersion({ path: { document_id }, ...form('Refused') });
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

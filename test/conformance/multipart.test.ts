import { describe, expect, test } from 'vitest';
import { call, processed } from '../support/documents.ts';
import { pdfPart, rawForm, text } from '../support/multipart.ts';
import { makePdf } from '../support/uploads.ts';

const pdf = await makePdf();
const payload = pdfPart(pdf);
const title = text('title', 'Supply contract');
const description = text('description', 'Signed copy');

describe('a well-formed form', () => {
  test.for([
    { order: 'first', parts: [payload, title, description] },
    { order: 'in the middle', parts: [title, payload, description] },
    { order: 'last', parts: [description, title, payload] },
  ])('may carry the payload $order', async ({ parts }) => {
    const { body: created } = await call.createDocument(rawForm(parts));

    expect(created).toMatchObject({ title: 'Supply contract', description: 'Signed copy' });
    expect(await processed(created.id)).toMatchObject({ processing_status: 'ready' });
  });

  test.for([
    'filename=contract.pdf',
    'filename="the \\"final\\"; one=equals.pdf"',
    'filename="契約書 – Ünïcode 🎉.pdf"',
    "filename*=iso-8859-1'en'%A3%20rates.pdf",
  ])('may name its file as %s', async (fileName) => {
    const { body: created } = await call.createDocument(rawForm([title, pdfPart(pdf, fileName)]));

    expect(await processed(created.id)).toMatchObject({ processing_status: 'ready' });
  });

  test.for([
    { quirk: 'a preamble', framing: { preamble: 'This is a message in MIME format.\r\n' } },
    { quirk: 'an empty line first', framing: { preamble: '\r\n' } },
    { quirk: 'an epilogue', framing: { epilogue: '\r\nThe end.\r\n--not-a-part\r\n' } },
    { quirk: 'no line end after the last delimiter', framing: { epilogue: '' } },
    { quirk: 'a boundary of 70 characters', framing: { boundary: 'b'.repeat(70) } },
    {
      quirk: 'a quoted boundary with every kind of character',
      framing: {
        boundary: "a b'()+_,-./:=?",
        contentType: `multipart/form-data; boundary="a b'()+_,-./:=?"`,
      },
    },
    {
      quirk: 'further parameters of its content type',
      framing: { contentType: 'multipart/form-data; charset=utf-8; boundary=form-boundary-7MA4YWxk' },
    },
  ])('may have $quirk', async ({ framing }) => {
    const { body: created } = await call.createDocument(rawForm([title, payload], framing));

    expect(created.title).toBe('Supply contract');
    expect(await processed(created.id)).toMatchObject({ processing_status: 'ready' });
  });

  test.for([
    { quirk: 'a semicolon at the end of a header', disposition: 'form-data; name="access_level";' },
    { quirk: 'a transfer encoding', headers: ['Content-Transfer-Encoding: base64'], content: 'cHJpdmF0ZQ==' },
  ])('may have $quirk, and its document is private', async ({ quirk: _, ...part }) => {
    const level = { ...text('access_level', 'private'), ...part };

    const { body: created } = await call.createDocument(rawForm([title, level, payload]));

    expect(created.access_level).toBe('private');
  });

  test('may name the character set of a field', async () => {
    const inLatin1 = { ...title, headers: ['Content-Type: text/plain; charset=iso-8859-1'] };
    const form = rawForm([{ ...inLatin1, content: Buffer.from('Für Änderungen', 'latin1') }, payload]);

    const { body: created } = await call.createDocument(form);

    expect(created.title).toBe('Für Änderungen');
  });

  test('may have header lines in every spelling, and unknown ones', async () => {
    const parts = [
      { ...title, headers: ['content-type: text/plain; charset=UTF-8', 'Content-Length: 15'] },
      {
        ...payload,
        headers: ['CONTENT-TYPE:application/pdf', 'Content-Transfer-Encoding: binary', 'X-Note: hi'],
      },
    ];

    const { body: created } = await call.createDocument(rawForm(parts));

    expect(created.title).toBe('Supply contract');
  });

  test.for([
    'line one\r\nline two\r\n',
    'carriage returns\ronly\r',
    'a line that begins like a delimiter\r\n--form-boundary-7MA4YWx',
    'a=1&b=2; c="3" %41 \\u0041',
  ])('keeps the value %j as it was sent', async (value) => {
    const form = rawForm([title, text('description', value), payload]);

    const { body: created } = await call.createDocument(form);

    expect(created.description).toBe(value);
  });
});

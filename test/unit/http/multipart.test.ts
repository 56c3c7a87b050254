import { describe, expect, test } from 'vitest';
import { maxUploadBytes } from '../../../shared/contract/limits.ts';
import { createDocument } from '../../../shared/contract/operations/documents.ts';
import { cleanedFileName } from '../../../shared/files/fileName.ts';
import { readForm } from '../../../shared/http/multipart.ts';

const contentType = 'multipart/form-data; boundary=xyz';
const readBytes = (text: string | Uint8Array, type: string | undefined = contentType) =>
  readForm(type, typeof text === 'string' ? Buffer.from(text) : text, createDocument.body);
/** Reads a form with a file. */
const read = async (text: string | Uint8Array, type?: string) => {
  const { fields, file, fileName } = await readBytes(text, type);
  if (!file) throw new Error('the form has no file');
  return { fields, file, name: fileName === undefined ? null : cleanedFileName(fileName) };
};

const part = (disposition: string, value: string, more = '') =>
  `--xyz\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${value}\r\n`;
const file = part('name="payload"; filename="a.pdf"', '%PDF-1.7', 'Content-Type: application/pdf\r\n');
const noFileChosen = part('name="payload"; filename=""', '', 'Content-Type: application/octet-stream\r\n');
const end = '--xyz--\r\n';
const titled = (title: string) => part('name="title"', title);

const typedFile = part('name="payload"', '%PDF-1.7', 'Content-Type: application/pdf;\r\n');
const otherFile = part('name="other"; filename="a"', 'x');
const noHeaders = '--xyz\r\n\r\nx\r\n';
const thirty = Array.from({ length: 30 }, (_, i) => part(`name="f${i}"`, '')).join('');

describe('readForm', () => {
  test.for([
    ['file first', file + titled('T') + end],
    ['file last', titled('T') + file + end],
    ['no line break at the end', titled('T') + file + end.trimEnd()],
    ['a semicolon at the end of a header', part('name="title";', 'T') + file + end],
    ['white space after its delimiters', (titled('T') + file + end).replaceAll(/--xyz(--)?/g, '$& \t')],
    ['a file whose part has a type and no file name', titled('T') + typedFile + end],
  ] as const)('reads a form with %s', async ([_, body]) => {
    const form = await read(body);

    expect(form.fields).toEqual({ title: 'T' });
    expect(Buffer.from(form.file).toString()).toBe('%PDF-1.7');
  });

  test.for([
    ['filename=a.pdf', 'a.pdf'],
    ['filename="a %22b%22%0D%0A.pdf"', 'a "b" .pdf'],
    ['filename="C:\\Users\\me\\a.pdf"', 'a.pdf'],
    ['filename="C:\\\\Users\\\\me\\\\a.pdf"', 'a.pdf'],
    ['filename="../folder/a.pdf"', 'a.pdf'],
    ['filename=" a\t\u202eb.pdf "', 'a b.pdf'],
    [`filename="${'a'.repeat(300)}"`, 'a'.repeat(255)],
    ["filename*=UTF-8''%E5%A5%91.pdf", '契.pdf'],
    ["filename*=iso-8859-1'en'%A3%20rates.pdf", '£ rates.pdf'],
    ["filename*=UTF-8''%ff.pdf; filename=x.pdf", 'x.pdf'],
    ["filename*=none'%2Fa.pdf", 'a.pdf'],
  ] as const)('reads the file name %s', async ([sent, name]) => {
    const form = await read(part(`name="payload"; ${sent}`, '%PDF-1.7') + end);

    expect(form).toMatchObject({ file: Buffer.from('%PDF-1.7'), name });
  });

  test.for([
    ['text/plain; charset=ISO-8859-1', '7bit', Buffer.from('f\xfcr', 'latin1'), 'für'],
    ['text/plain; charset="windows-1252"', '8bit', Buffer.from('\x80', 'latin1'), '€'],
    ['text/plain; charset=utf-16', 'binary', Buffer.from('\ufefffür', 'utf16le'), 'für'],
    ['text/plain; charset=UTF-16', 'BINARY', Buffer.from('\ufefffür', 'utf16le').swap16(), 'für'],
    ['text/plain; charset=shift_jis', 'base64', 'jF8=', '契'],
    ['text/plain;', 'Base64;', ' ZsO8\r\ncg==\r\n', 'für'],
    ['application/json', 'quoted-printable', 'f=C3=bcr \t\r\n=3D soft=  \r\n break', 'für\r\n= soft break'],
  ] as const)('decodes %s in %s', async ([type, encoding, content, text]) => {
    const head = `--xyz\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\nContent-Disposition: form-data; name=title\r\n\r\n`;

    const form = await read(
      Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n${file}${end}`)]),
    );

    expect(form.fields.title).toBe(text);
  });

  test.for([
    ['no file', titled('T') + end, 'missing_required_field', 'payload'],
    ['two files', file + file + end, 'invalid_value', 'payload'],
    ['the file as text', part('name="payload"', '%PDF-1.7') + end, 'invalid_file', 'payload'],
    ['a file of another name', otherFile + file + end, 'unknown_field', 'other'],
    ['no file chosen', noFileChosen + end, 'missing_required_field', 'payload'],
    ['a field twice', titled('a') + titled('b') + file + end, 'invalid_value', 'title'],
    ['a field that is far too long', titled('a'.repeat(50_000)) + file + end, 'invalid_value', 'title'],
    ['too many fields', thirty + file + end, 'invalid_multipart', null],
    ['too many parts', noHeaders.repeat(30) + end, 'invalid_multipart', null],
    ['a part without headers', titled('T') + file + noHeaders + end, 'invalid_multipart', null],
    ['__proto__', titled('T') + part('name="__proto__"', 'x') + file + end, 'unknown_field', '__proto__'],
  ] as const)('refuses a form with %s', async ([_, body, code, param]) => {
    await expect(read(body)).rejects.toMatchObject({ code, param });
  });

  test('names the unknown field of a form beside the missing one', async () => {
    const message = 'title is required. titel is not a field of this request.';
    await expect(read(part('name="titel"', 'T') + file + end)).rejects.toMatchObject({ message });
  });

  const type = (value: string) => `Content-Type: ${value}\r\n`;
  const encoding = (value: string) => `Content-Transfer-Encoding: ${value}\r\n`;
  test.for([
    ['an unknown charset', 'title', 'T', type('text/plain; charset=utf-7'), 'ISO-8859-1'],
    ['text that is not in its charset', 'title', '\xfc', type('text/plain; charset=utf-8'), 'utf-8'],
    ['a form in the form', 'title', 'T', type('multipart/mixed; boundary=b'), 'text'],
    ['wrong Base64', 'title', 'VA=', encoding('base64'), 'Content-Transfer-Encoding'],
    ['a wrong escape', 'title', 'T=4', encoding('quoted-printable'), 'Content-Transfer-Encoding'],
    ['an encoded file', 'payload"; filename="a', 'JVBE', encoding('base64'), '7bit, 8bit or binary'],
  ] as const)(
    'refuses %s, and the message says what is accepted',
    async ([_, name, value, header, message]) => {
      const text = part(`name="${name}"`, value, header) + (name === 'title' ? file : titled('T')) + end;

      await expect(read(Buffer.from(text, 'latin1'))).rejects.toMatchObject({
        code: 'invalid_value',
        param: name === 'title' ? 'title' : 'payload',
        message: expect.stringContaining(message),
      });
    },
  );

  test.for([
    ['no Content-Disposition', 'X: y', 'no header Content-Disposition'],
    ['no name', 'Content-Disposition: form-data; filename="a.pdf"', 'no name'],
    ['an encoded name', "Content-Disposition: form-data; name*=UTF-8''payload; filename=a", 'name*'],
    ['an open quote', 'Content-Disposition: form-data; name="payload; filename=a', 'Content-Disposition'],
    ['a line that is no header', 'application/pdf', 'cannot be read'],
    ['large headers', `X: ${'x'.repeat(20_000)}`, 'bytes of headers'],
  ] as const)('says which part has %s', async ([_, headers, message]) => {
    await expect(read(`${titled('T')}--xyz\r\n${headers}\r\n\r\n%PDF-1.7\r\n${end}`)).rejects.toMatchObject({
      code: 'invalid_multipart',
      param: null,
      message: expect.stringMatching(new RegExp(`^Part 2 .*${message.replace('*', '\\*')}`)),
    });
  });

  test.for([
    ['none', undefined, 'unsupported_media_type'],
    ['JSON', 'application/json', 'unsupported_media_type'],
    ['no boundary', 'multipart/form-data', 'invalid_multipart'],
  ] as const)('refuses a content type: %s', async ([_, type, code]) => {
    await expect(readForm(type, Buffer.from(file + end), createDocument.body)).rejects.toMatchObject({
      code,
      param: 'Content-Type',
    });
  });

  test('accepts a file of the largest size, and refuses one byte more', async () => {
    const withFileOf = (size: number) => read(part('name="payload"; filename="a"', 'x'.repeat(size)) + end);

    expect((await withFileOf(maxUploadBytes)).file.byteLength).toBe(maxUploadBytes);
    await expect(withFileOf(maxUploadBytes + 1)).rejects.toMatchObject({
      code: 'file_too_large',
      param: 'payload',
    });
  });
});

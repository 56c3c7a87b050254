import { describe, expect, test } from 'vitest';
import { maxUploadBytes } from '../../../shared/contract/limits.ts';
import { createDocument } from '../../../shared/contract/operations/documents.ts';
import { readForm } from '../../../shared/http/multipart.ts';

const contentType = 'multipart/form-data; boundary=xyz';
const readBytes = (text: string | Uint8Array, type: string | undefined = contentType) =>
  readForm(type, typeof text === 'string' ? Buffer.from(text) : text, createDocument.body);
/** Reads a form with a file. */
const read = async (text: string | Uint8Array, type?: string) => {
  const { fields, file } = await readBytes(text, type);
  if (!file) throw new Error('the form has no file');
  return { fields, file };
};

const part = (disposition: string, value: string, more = '') =>
  `--xyz\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${value}\r\n`;
const file = part('name="payload"; filename="a.pdf"', '%PDF-1.7', 'Content-Type: application/pdf\r\n');
const noFileChosen = part('name="payload"; filename=""', '', 'Content-Type: application/octet-stream\r\n');
const end = '--xyz--\r\n';
const titled = (title: string) => part('name="title"', title);

const otherFile = part('name="other"; filename="a"', 'x');
const thirty = Array.from({ length: 30 }, (_, i) => part(`name="f${i}"`, '')).join('');

describe('readForm', () => {
  test.for([
    ['file first', file + titled('T') + end],
    ['file last', titled('T') + file + end],
    ['a preamble and an epilogue', `\r\nignored\r\n${titled('T')}${file}${end}ignored`],
    ['no line break at the end', titled('T') + file + end.trimEnd()],
    ['names without quotes', part('name=title', 'T') + file + end],
  ] as const)('reads a form with %s', async ([_, body]) => {
    const form = await read(body);

    expect(form.fields).toEqual({ title: 'T' });
    expect(Buffer.from(form.file).toString()).toBe('%PDF-1.7');
  });

  test.for([
    ['quoted', 'filename="a \\"b\\".pdf"'],
    ['RFC 5987', "filename*=UTF-8''%E5%A5%91.pdf"],
    ['raw UTF-8', 'filename="契約書 №1.pdf"'],
  ] as const)('accepts a file with a %s name', async ([_, name]) => {
    const form = await read(part(`name="payload"; ${name}`, '%PDF-1.7') + end);

    expect(Buffer.from(form.file).toString()).toBe('%PDF-1.7');
  });

  test('keeps text unchanged', async () => {
    const title = '契約書 №1 – Ünïcode 🎉\r\nsecond line ';

    const form = await read(titled(title) + file + end);

    expect(form.fields.title).toBe(title);
  });

  test('keeps the bytes of a file', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
    const head = Buffer.from('--xyz\r\nContent-Disposition: form-data; name="payload"; filename="a"\r\n\r\n');

    const form = await read(Buffer.concat([head, bytes, Buffer.from(`\r\n${end}`)]));

    expect(Buffer.compare(form.file, bytes)).toBe(0);
  });

  test.for([
    ['no file', titled('T') + end, 'missing_required_field', 'payload'],
    ['two files', file + file + end, 'invalid_value', 'payload'],
    ['the file as text', part('name="payload"', '%PDF-1.7') + end, 'invalid_file', 'payload'],
    ['a file of another name', otherFile + file + end, 'unknown_field', 'other'],
    ['a field twice', titled('a') + titled('b') + file + end, 'invalid_value', 'title'],
    ['a field that is far too long', titled('a'.repeat(50_000)) + file + end, 'invalid_value', 'title'],
    ['no file chosen', noFileChosen + end, 'missing_required_field', 'payload'],
    ['its file cut off', file.slice(0, -6), 'invalid_multipart', null],
    ['nothing in it', '', 'invalid_multipart', null],
    ['too many fields', thirty + file + end, 'invalid_multipart', null],
  ] as const)('refuses a form with %s', async ([_, body, code, param]) => {
    await expect(read(body)).rejects.toMatchObject({ code, param });
  });

  test.for([
    ['none', undefined, 'unsupported_media_type'],
    ['JSON', 'application/json', 'unsupported_media_type'],
    ['another form type', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
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

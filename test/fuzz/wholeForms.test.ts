import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../shared/access/errors.ts';
import { createDocument } from '../../shared/contract/operations/documents.ts';
import { readForm } from '../../shared/http/multipart.ts';
import { pdfPart, rawForm, text } from '../support/multipart.ts';
import { generatedForms } from './formGrammar.ts';

/** FUZZ_FORMS is the number of forms. */
const numRuns = Number(process.env.FUZZ_FORMS ?? 500);
const seed = Number(process.env.FUZZ_SEED ?? 20261128);

test('a form is read whole, or refused', async () => {
  let [read, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(generatedForms, async ({ contentType, body, fields, file }) => {
      const result = await readForm(contentType, body, createDocument.body).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      });
      if (result instanceof ApiError) {
        // The message says what is wrong with a payload that was sent.
        if (file !== '') expect(result).not.toMatchObject({ code: 'missing_required_field' });
        refused++;
      } else {
        expect(result.fields).toEqual(fields);
        expect(Buffer.from(result.file ?? []).toString('latin1')).toBe(file);
        read++;
      }
    }),
    { numRuns, seed },
  );
  if (process.env.FUZZ_FORMS) process.stdout.write(`${JSON.stringify({ read, refused })}\n`);
  expect(Math.min(read, refused)).toBeGreaterThan(numRuns / 20);
});

test('a form that is cut anywhere before its end is refused, and so is noise', async () => {
  const { raw, headers } = rawForm([text('title', 'Never'), pdfPart(Buffer.from('%PDF-1.7'))]);
  const cut = fc.nat(raw.length - '--\r\n'.length - 1).map((length) => raw.subarray(0, length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(cut, fc.uint8Array({ maxLength: 5000 })), async (body) => {
      await expect(readForm(headers['Content-Type'], body, createDocument.body)).rejects.toBeInstanceOf(
        ApiError,
      );
    }),
    { numRuns: numRuns / 5, seed },
  );
});

import fc, { type Arbitrary } from 'fast-check';
import { bytes, pdfPart, rawForm, text } from '../support/multipart.ts';

export interface MalformedForm {
  readonly what: string;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly headers: { readonly 'Content-Type': string };
}

/** Forms that cannot be read as a document with a title, each for one reason. */
export function malformedForms(pdf: Uint8Array): Arbitrary<MalformedForm> {
  const title = text('title', 'Never');
  const whole = rawForm([title, pdfPart(pdf)]);
  const closing = '--form-boundary-7MA4YWxk--\r\n'.length;
  const kind = <T>(what: string, values: Arbitrary<T>, form: (value: T) => ReturnType<typeof rawForm>) =>
    values.map((value): MalformedForm => ({ what, ...form(value) }));
  const sizes = (min: number, max: number) => fc.integer({ min, max });

  return fc.oneof(
    kind('truncated', sizes(0, whole.raw.length - closing - 4), (length) => ({
      ...whole,
      raw: whole.raw.slice(0, length),
    })),
    kind('another boundary', fc.stringMatching(/^[a-z]{1,70}$/), (boundary) => ({
      ...whole,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    })),
    kind('a huge header', sizes(20_000, 400_000), (length) =>
      rawForm([{ ...pdfPart(pdf), headers: [`X-Long: ${'x'.repeat(length)}`] }]),
    ),
    kind('thousands of headers', sizes(2500, 10_000), (count) =>
      rawForm([{ ...pdfPart(pdf), headers: Array.from({ length: count }, (_, index) => `X-${index}: x`) }]),
    ),
    kind('a huge name', sizes(2000, 200_000), (length) => rawForm([text('n'.repeat(length), 'x'), title])),
    kind('thousands of parts', sizes(1000, 5000), (count) =>
      rawForm(Array.from({ length: count }, (_, index) => text(`field_${index}`, 'x'))),
    ),
    kind('thousands of empty parts', sizes(1000, 20_000), (count) => ({
      ...whole,
      raw: bytes([`--form-boundary-7MA4YWxk\r\n\r\n\r\n`.repeat(count), '--form-boundary-7MA4YWxk--\r\n']),
    })),
    kind('nested forms', sizes(1, 200), (depth) => {
      const nest = (content: Uint8Array, level: number) =>
        rawForm(
          [{ ...pdfPart(content), headers: [`Content-Type: multipart/mixed; boundary=level-${level}`] }],
          {
            boundary: `level-${level}`,
          },
        );
      let form = nest(bytes(['innermost']), 0);
      for (let level = 1; level <= depth; level++) form = nest(form.raw, level);
      return rawForm([title, pdfPart(form.raw)]);
    }),
    kind('a broken delimiter', sizes(0, 25), (at) => {
      const raw = Uint8Array.from(whole.raw);
      const second = Buffer.from(raw).indexOf('--form-boundary', 10);
      raw[second + at] = 0x21;
      return { ...whole, raw };
    }),
    kind('no form at all', fc.uint8Array({ maxLength: 5000 }), (noise) => ({
      ...whole,
      raw: Uint8Array.from(noise),
    })),
  );
}

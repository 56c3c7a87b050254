import fc, { type Arbitrary } from 'fast-check';
import { bytes } from '../support/multipart.ts';

/** A form, and what its sender means: the texts by name, and the file. */
export interface GeneratedForm {
  readonly contentType: string;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: string;
}

interface GeneratedPart {
  readonly name: string;
  readonly value: string;
  readonly headers: readonly string[];
  readonly content: Uint8Array;
}

const boundary = 'AaB03x';
/** One of thirty choices is unusual, so most forms have few unusual places, and one of them cannot hide another. */
const rarely = <T>(usual: Arbitrary<T>, others: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight: 29, arbitrary: usual }, { weight: 1, arbitrary: others });
const usually = <T>(usual: T, ...others: readonly T[]): Arbitrary<T> =>
  rarely(fc.constant(usual), fc.constantFrom(...others));

/** Returns the header that names a part, in the spellings that clients and attackers send. */
const disposition = (name: string, fileName: string): Arbitrary<readonly string[]> =>
  fc
    .record({
      header: usually(
        'Content-Disposition',
        'content-disposition',
        'CONTENT-DISPOSITION',
        'Content-Disposition ',
      ),
      colon: usually(': ', ':', ':\t', ':\r\n ', ' : '),
      type: usually('form-data', 'Form-Data', 'form-data (a comment)', 'attachment', ''),
      separator: usually('; ', ';', ' ;\t', ';;', ';\r\n\t', ' ', ', '),
      spelled: usually(
        `name="${name}"`,
        `name=${name}`,
        `NAME="${name}"`,
        `name = "${name}"`,
        `name="${name[0]}\\${name.slice(1)}"`,
        `name='${name}'`,
        `name*=UTF-8''${name}`,
        `name*0="${name}"`,
        `name="${name}"; name="${name}"`,
        `name="${name}"; name="other"`,
        `name="${name}"; name*=UTF-8''other`,
        `name="${name}`,
        `name=${name}"`,
        `name="${name}"x`,
        'name=""',
        'name',
        '',
      ),
      more: usually('', 'size=3', 'note="a;b"', 'flag', '=', 'filename*0=""'),
      end: usually('', ';', '; ', ' ', ';;', '\\', '\0', '\r'),
      repeated: usually(false, true),
    })
    .map(({ header, colon, type, separator, spelled, more, end, repeated }) => {
      const line = header + colon + [type, spelled, fileName, more].filter(Boolean).join(separator) + end;
      return repeated ? [line, line] : [line];
    });

const types = [
  'text/plain; charset=utf-8',
  'text/plain; charset="UTF8"',
  'text/plain; charset=utf-7',
  'a/b; "',
];
const encodings = ['7bit', '8BIT', 'binary', 'Binary;', 'x-uuencode', ''];
const more = (name: string, values: readonly string[]): Arbitrary<readonly string[]> =>
  usually<readonly string[]>([], ...values.map((value) => [`${name}: ${value}`]));

/** Returns a text field of any type. */
const field = (name: string, values: Arbitrary<string>): Arbitrary<GeneratedPart> =>
  fc
    .tuple(
      disposition(name, ''),
      values,
      more('Content-Type', types),
      more('Content-Transfer-Encoding', encodings),
    )
    .map(([lines, value, type, encoding]) => ({
      name,
      value,
      headers: [...lines, ...type, ...encoding],
      content: Buffer.from(value),
    }));

const pdf = '%PDF-1.7\r\n\x80\xff\r\n--\r\n';
const file: Arbitrary<GeneratedPart> = fc
  .tuple(
    usually(
      'filename="a.pdf"',
      'filename=a b.pdf',
      "filename*=UTF-8''a.pdf",
      'filename="a\\"b.pdf"',
      'filename="C:\\a\\"',
      '',
    ).chain((fileName) => disposition('payload', fileName)),
    usually(
      ['Content-Type: application/pdf'],
      ['Content-Type: application/octet-stream'],
      ['Content-Type: pdf'],
      [],
    ),
    more('Content-Transfer-Encoding', encodings),
  )
  .map(([lines, type, encoding]) => ({
    name: 'payload',
    value: pdf,
    headers: [...lines, ...type, ...encoding],
    content: Buffer.from(pdf, 'latin1'),
  }));

/** Texts that resemble a delimiter, and texts in which each character is a byte of Latin-1. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    'Vertrag für Änderungen',
    ' T ',
    'a=3D b=',
    'aà\u00a0\r\nb \r\nc',
    'x\r\n--AaB0',
    `x--${boundary}`,
    'x\r\n\r\ny',
  ),
  fc.constantFrom(...['', 'z', '--', '--z', ' ', '\r\n'].map((end) => `x\r\n--${boundary}${end}`)),
  fc.constantFrom(`x\n--${boundary}\r\n`, `x\r--${boundary}--`, `--${boundary}`, `x\r\n--${boundary}--\r\ny`),
);
const values = rarely(fc.constantFrom('Contract', 'für uns'), texts);

const parts: Arbitrary<GeneratedPart[]> = fc
  .tuple(
    field('title', values),
    field('access_level', fc.constant('private')),
    fc.option(field('description', values)),
    file,
  )
  .chain((some) =>
    fc.shuffledSubarray(
      some.filter((part) => part !== null),
      { minLength: 3 },
    ),
  );

const lineEnds = fc.constantFrom('\r\n', '\n', '\r', '\n\r', '');

/** Returns forms in all spellings of RFC 2046 and RFC 7578, and in wrong ones. */
export const generatedForms: Arbitrary<GeneratedForm> = fc
  .record({
    contentType: usually(
      `multipart/form-data; boundary=${boundary}`,
      `Multipart/Form-Data;boundary="${boundary}"`,
      `multipart/form-data; charset=utf-8; boundary=${boundary};`,
      `multipart/form-data; boundary="${boundary} "`,
      `multipart/form-data; boundary=${boundary}; boundary=b`,
      'multipart/form-data; boundary=""',
      `multipart/form-data; boundary=${boundary.toLowerCase()}`,
    ),
    parts,
    padding: usually('', ' ', '\t  ', '-', '--', '.'),
    first: usually(
      `--${boundary}`,
      ` --${boundary}`,
      `-${boundary}`,
      `--${boundary}x`,
      `preamble\r\n--${boundary}`,
      '\r\n',
    ),
    misspelt: rarely(
      fc.constant(undefined),
      fc.record({ part: fc.nat(3), lineEnd: lineEnds, headersEnd: lineEnds, delimiterEnd: lineEnds }),
    ),
    last: usually(
      `--${boundary}--`,
      `--${boundary}-- \t`,
      `--${boundary}-`,
      `--${boundary}--x`,
      `--${boundary}`,
      '',
    ),
    epilogue: usually(
      '\r\n',
      '',
      '\r\nepilogue',
      `\r\n--${boundary}\r\n\r\n`,
      '\r\n--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ),
  })
  .map(({ contentType, parts: all, padding, first, misspelt, last, epilogue }) => ({
    contentType,
    body: bytes([
      ...all.flatMap(({ headers, content }, index) => {
        const wrong = misspelt?.part === index ? misspelt : undefined;
        const lineEnd = wrong?.lineEnd ?? '\r\n';
        return [
          index === 0 ? first : `--${boundary}`,
          index === 1 ? padding : '',
          wrong?.delimiterEnd ?? '\r\n',
          headers.map((line) => line + lineEnd).join(''),
          wrong?.headersEnd ?? '\r\n',
          content,
          '\r\n',
        ];
      }),
      // After a value with the last delimiter, a form without a last delimiter would be well-formed.
      all.some(({ value }) => value.includes(`--${boundary}--`)) ? `--${boundary}--` : last,
      epilogue,
    ]),
    fields: Object.fromEntries(all.flatMap(({ name, value }) => (name === 'payload' ? [] : [[name, value]]))),
    file: all.some(({ name }) => name === 'payload') ? pdf : '',
  }));

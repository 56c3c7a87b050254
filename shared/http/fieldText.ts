import { wrongField } from '../access/errors.ts';
import type { FormPart } from './formParts.ts';
import { parameterizedHeader } from './headerParameters.ts';

/** The transfer encodings that leave bytes as they are (RFC 2045, section 6). */
const plainEncodings = ['7bit', '8bit', 'binary'];
const isPlain = ({ transferEncoding }: FormPart): boolean =>
  transferEncoding === undefined || plainEncodings.includes(codingIn(transferEncoding));

/** Returns the coding without a semicolon at its end. */
const codingIn = (header: string): string => header.replace(/;$/, '').trim().toLowerCase();

/** Throws `invalid_value` for a file whose bytes are encoded. */
export function refuseEncodedFile(part: FormPart): void {
  if (!isPlain(part))
    throw wrongField(
      part.name,
      `has a Content-Transfer-Encoding that files cannot have. A file has none, or ${listed(plainEncodings)}`,
    );
}

/** Returns the text of a field. Throws `invalid_value` if the part's headers do not say how to read it, or its bytes do not match them. */
export function textOfField(part: FormPart): string {
  const decoder = decoderOf(part);
  const bytes = transferred(part);
  // A byte order mark in UTF-16 says which byte comes first.
  const isBigEndian = decoder.encoding === 'utf-16le' && bytes[0] === 0xfe && bytes[1] === 0xff;
  try {
    return (isBigEndian ? new TextDecoder('utf-16be', { fatal: true }) : decoder).decode(bytes);
  } catch {
    throw wrongField(part.name, `is not valid text in the charset ${decoder.encoding}`);
  }
}

function transferred(part: FormPart): Uint8Array {
  if (isPlain(part)) return part.content;
  const decode = decoders.get(codingIn(part.transferEncoding ?? ''));
  if (!decode)
    throw wrongField(
      part.name,
      `has an unknown Content-Transfer-Encoding. A text has none, or ${listed([...plainEncodings, ...decoders.keys()])}`,
    );
  const bytes = decode(part.content.toString('latin1'));
  if (!bytes) throw wrongField(part.name, 'does not match its Content-Transfer-Encoding');
  return bytes;
}

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Undefined: the text has other characters than Base64 and white space, or an incomplete end. */
function fromBase64(text: string): Buffer | undefined {
  const digits = text.replace(/[ \t\r\n]/g, '');
  const bytes = Buffer.from(digits, 'base64');
  return bytes.toString('base64') === digits ? bytes : undefined;
}

/** RFC 2045, section 6.7. Undefined: an equals sign is neither before two hexadecimal digits nor at the end of a line. */
function fromQuotedPrintable(text: string): Buffer | undefined {
  const lines = text.split('\r\n').map(withoutPadding);
  const isWrong = lines.some((line) => /=(?!$|[0-9A-Fa-f]{2})/.test(line));
  if (isWrong || lines.at(-1)?.endsWith('=')) return undefined;
  const joined = lines.join('\r\n').replaceAll('=\r\n', '');
  const character = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
  return Buffer.from(joined.replace(/=(..)/g, character), 'latin1');
}

/** Removes spaces and tabs at the end of a line. `trimEnd` would also remove the byte A0, which is a part of letters in UTF-8. */
function withoutPadding(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--;
  return line.slice(0, end);
}

const decoders: ReadonlyMap<string, (text: string) => Buffer | undefined> = new Map([
  ['base64', fromBase64],
  ['quoted-printable', fromQuotedPrintable],
]);

/** Text without a charset is in UTF-8, as browsers and curl send it. */
function decoderOf({ name, contentType }: FormPart) {
  const parsed = parameterizedHeader(contentType ?? 'text/plain');
  const [charset = 'utf-8', ...others] = parsed?.parameters.get('charset') ?? [];
  if (!parsed || others.length > 0)
    throw wrongField(
      name,
      'has a Content-Type that cannot be read. Text has none, or for example text/plain; charset=utf-8',
    );
  if (parsed.value.startsWith('multipart/')) throw wrongField(name, 'must be text, not a form in the form');
  try {
    // In UTF-8, a byte order mark is kept as a part of the text.
    const { encoding } = new TextDecoder(charset);
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === 'utf-8' });
  } catch {
    throw wrongField(
      name,
      'has an unknown charset. Its Content-Type may name UTF-8, or another encoding of the Encoding Standard, such as ' +
        'UTF-16, ISO-8859-1, windows-1252, Shift_JIS or GBK',
    );
  }
}

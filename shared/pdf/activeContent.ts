import { inflateSync, constants as zlib } from 'node:zlib';
import { activeKindOf } from './copies/addresses.ts';
import { type ActiveKind, activeKinds } from './copies/kinds.ts';

/** The names of actions, annotations and entries that belong to active content (ISO 32000-2, 12.6.4, 13 and 7.11.4). */
const kindOfName: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'script',
  Launch: 'launch',
  SubmitForm: 'submit',
  ImportData: 'import',
  GoToR: 'remote',
  GoToE: 'remote',
  Rendition: 'media',
  Movie: 'media',
  Sound: 'media',
  RichMedia: 'media',
  '3D': 'media',
  XFA: 'xfa',
  EF: 'files',
};
const found = new RegExp(`/(URI|${Object.keys(kindOfName).join('|')})(?=[\\s()<>[\\]{}/%]|$)`, 'g');
/** A scheme is in the beginning of an address, which is a string of characters or of hexadecimal digits (ISO 32000-2, 7.3.4). */
const addressCharacters = 200;
const addressBegins = /^\s{0,99}(?:\(|<([\da-f\s]{0,200}))/i;
const byteOrderMark = /^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/;
const octal = /\\([0-7]{1,3})/g;
const escaped = /#([0-9a-f]{2})/gi;

/** The bytes of object streams that are read. Larger ones are not made by programs for people. */
const inflatedMaxBytes = 64 * 2 ** 20;
const begin = Buffer.from('stream');
const end = Buffer.from('endstream');
const objectStream = /\/ObjStm(?=[\s()<>[\]{}/%])/;
/** The dictionary of a stream is in this many bytes before the keyword. */
const dictionaryBytes = 1024;
/** White space between a dictionary and the keyword. */
const spaceBytes = 64;

/**
 * Returns what a PDF can do or has beyond pages and links. It reads names, not actions: a name that nothing leads to counts too. Streams
 * are skipped, except for those with objects. This takes a millisecond for a megabyte, where a parser takes ten.
 */
export function activeContentOf(file: Uint8Array): ActiveKind[] {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kinds = new Set<ActiveKind>();
  let inflated = 0;
  for (let from = 0; from < bytes.length; ) {
    const keyword = bytes.indexOf(begin, from);
    const structure = bytes.toString('latin1', from, keyword === -1 ? bytes.length : keyword);
    note(structure, kinds);
    if (keyword === -1) break;
    const after = keyword + begin.length;
    const close = isKeyword(bytes, keyword) ? bytes.indexOf(end, after) : -1;
    if (close === -1) {
      from = after;
      continue;
    }
    if (objectStream.test(structure.slice(-dictionaryBytes)) && inflated < inflatedMaxBytes) {
      const objects = inflate(bytes.subarray(after, close), inflatedMaxBytes - inflated);
      inflated += objects.length;
      note(objects.toString('latin1'), kinds);
    }
    from = close + end.length;
  }
  return activeKinds.filter((kind) => kinds.has(kind));
}

/** Returns whether the word `stream` begins a stream: after a dictionary, and before white space. Texts contain the word too. */
function isKeyword(bytes: Buffer, at: number): boolean {
  const next = bytes[at + begin.length];
  if (next !== 0x0a && next !== 0x0d && next !== 0x20) return false;
  return bytes
    .toString('latin1', Math.max(at - spaceBytes, 0), at)
    .trimEnd()
    .endsWith('>>');
}

function note(text: string, kinds: Set<ActiveKind>): void {
  // Names may have any character as a number (ISO 32000-2, 7.3.5).
  const plain = text.includes('#')
    ? text.replace(escaped, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;
  for (const match of plain.matchAll(found)) {
    const [whole, name = ''] = match;
    const after = match.index + whole.length;
    const kind =
      name === 'URI'
        ? activeKindOf(addressIn(plain.slice(after, after + addressCharacters)))
        : kindOfName[name];
    if (kind) kinds.add(kind);
  }
}

/** Returns the string with which a text begins, as far as it is there; nothing if the text begins with another object. */
function addressIn(text: string): string {
  const opening = addressBegins.exec(text);
  if (!opening) return '';
  const [whole, digits] = opening;
  const characters =
    digits === undefined
      ? text
          .slice(whole.length)
          .replaceAll(octal, (_, code) => String.fromCharCode(Number.parseInt(code, 8)))
          .replaceAll('\\', '')
      : Buffer.from(digits.replaceAll(/\s/g, ''), 'hex').toString('latin1');
  return characters.replace(byteOrderMark, '');
}

/** Returns the objects of an object stream; nothing if the stream is not compressed as usual, or is encrypted. */
function inflate(stream: Buffer, maxOutputLength: number): Buffer {
  const start = stream[0] === 0x0d && stream[1] === 0x0a ? 2 : 1;
  try {
    return inflateSync(stream.subarray(start), { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength });
  } catch {
    return stream;
  }
}

import { inflateSync, constants as zlib } from 'node:zlib';
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
const found = new RegExp(
  `/(${Object.keys(kindOfName).join('|')})(?=[\\s()<>[\\]{}/%]|$)|/URI\\s*\\(\\s*(javascript|vbscript|file):`,
  'gi',
);
const escaped = /#([0-9a-f]{2})/gi;

/** The bytes of object streams that are read. Larger ones are not made by programs for people. */
const inflatedMaxBytes = 64 * 2 ** 20;
const begin = Buffer.from('stream');
const end = Buffer.from('endstream');
const objectStream = /\/ObjStm(?=[\s()<>[\]{}/%])/;
/** The dictionary of a stream is in this many bytes before the keyword. */
const dictionaryBytes = 1024;

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
    const isEnd = bytes.toString('latin1', Math.max(keyword - 3, 0), keyword) === 'end';
    const close = isEnd ? -1 : bytes.indexOf(end, after);
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

function note(text: string, kinds: Set<ActiveKind>): void {
  // Names may have any character as a number (ISO 32000-2, 7.3.5).
  const plain = text.includes('#')
    ? text.replace(escaped, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;
  for (const [, name, scheme] of plain.matchAll(found)) {
    const kind =
      name === undefined ? (scheme?.toLowerCase() === 'file' ? 'launch' : 'script') : kindOfName[name];
    if (kind) kinds.add(kind);
  }
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

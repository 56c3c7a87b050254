/** A parameter with a file name, or with a piece of it. */
interface Piece {
  /** The place of a piece; undefined: the parameter has the whole name. */
  readonly place: number | undefined;
  readonly isEncoded: boolean;
  readonly value: string;
}

/**
 * Returns the name of a file from the parameters of a Content-Disposition, with the folders that a client may send; undefined: no parameter
 * has a name. The name can be encoded (`filename*`, RFC 8187) or divided (`filename*0`, RFC 2231, section 3). Such a name counts before a
 * plain one, unless it cannot be decoded.
 */
export function fileNameIn(parameters: ReadonlyMap<string, readonly string[]>): string | undefined {
  const sent = [...parameters].flatMap(([parameter, [value = '']]): Piece[] => {
    const [all, place, star] = /^filename(?:\*(\d{1,3}))?(\*)?$/.exec(parameter) ?? [];
    return all === undefined
      ? []
      : [{ place: place === undefined ? place : Number(place), isEncoded: star !== undefined, value }];
  });
  const whole = sent.filter(({ place }) => place === undefined);
  const divided = sent.filter(({ place }) => place !== undefined);
  const plain = whole.find(({ isEncoded }) => !isEncoded);
  return (
    decoded(whole.filter(({ isEncoded }) => isEncoded)) ??
    decoded(divided.sort((a, b) => Number(a.place) - Number(b.place))) ??
    (plain ? withoutEscapes(plain.value) : sent[0]?.value)
  );
}

/** Browsers write quotation marks and line breaks in names so (HTML, "multipart/form-data encoding algorithm"). */
const withoutEscapes = (name: string): string =>
  name.replace(/%(22|0[AD])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Joins the pieces of a name. The first piece says the charset, as in `UTF-8''%E2%82%AC.pdf`. Undefined: there is no name in them. */
function decoded(pieces: readonly Piece[]): string | undefined {
  const [first, ...others] = pieces;
  if (!first) return undefined;
  const [, charset = 'utf-8', text = first.value] =
    (first.isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(first.value)) || [];
  const bytes = [{ ...first, value: text }, ...others].map(({ isEncoded, value }) =>
    isEncoded ? fromPercents(value) : Buffer.from(value),
  );
  try {
    return new TextDecoder(charset || 'utf-8', { fatal: true }).decode(Buffer.concat(bytes));
  } catch {
    return undefined;
  }
}

const fromPercents = (text: string): Buffer =>
  Buffer.concat(
    text
      .split(/(%[0-9a-f]{2})/i)
      .map((part) => (/^%[0-9a-f]{2}$/i.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part))),
  );

/** The addresses in a text that a person typed or pasted, in the order of the text, each once. */
export interface Addresses {
  readonly valid: readonly string[];
  /** Parts of the text that are no addresses. */
  readonly wrong: readonly string[];
}

/** As in `ines@example.org`. The service checks the address itself. */
const looksLikeAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/** Reads a list of addresses that are separated by lines, commas, semicolons or spaces, also with names as mail programs copy them. */
export function addressesIn(text: string): Addresses {
  const entries = text.replace(/"[^"]*"/g, ' ').split(/[,;\n]/);
  const words = entries.flatMap((entry) => addressPartOf(entry).split(/\s+/)).filter(Boolean);
  const parts = [...new Map(words.map((word) => [word.toLowerCase(), word])).values()];
  return {
    valid: parts.filter((part) => looksLikeAddress.test(part)),
    wrong: parts.filter((part) => !looksLikeAddress.test(part)),
  };
}

/** Returns `ines@example.org` of `Ines Weber <ines@example.org>`, and other texts as they are. */
function addressPartOf(entry: string): string {
  const start = entry.indexOf('<');
  const end = entry.indexOf('>', start);
  return start < 0 || end < 0 ? entry : `${entry.slice(start + 1, end)} ${entry.slice(end + 1)}`;
}

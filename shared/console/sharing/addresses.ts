/** The addresses in a text that a person typed or pasted, in the order of the text, each once. */
export interface Addresses {
  readonly valid: readonly string[];
  /** Parts of the text that are no addresses. */
  readonly wrong: readonly string[];
}

/** As in `ines@example.org`. The service checks the address itself. */
const looksLikeAddress = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;
/** As mail programs copy it: `Ines Weber <ines@example.org>`. The name may have commas in quotes. */
const named = /(?:"[^"]*"|[^<>,;"\n])*<([^<>]*)>/g;

/** Reads a list of addresses that are separated by lines, commas, semicolons or spaces, also with names as mail programs copy them. */
export function addressesIn(text: string): Addresses {
  const plain = text.replace(named, ' $1 ');
  const parts = [
    ...new Map(plain.split(/[\s,;]+/).flatMap((part) => (part === '' ? [] : [[part.toLowerCase(), part]]))),
  ].map(([, part]) => part);
  return {
    valid: parts.filter((part) => looksLikeAddress.test(part)),
    wrong: parts.filter((part) => !looksLikeAddress.test(part)),
  };
}

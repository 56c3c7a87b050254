import { domainToUnicode } from 'node:url';

/**
 * The characters beyond ASCII that Unicode's normalization turns into ASCII: Kelvin's sign into K, the Greek question mark and
 * varia into others. They look alike, and are another mailbox all the same.
 */
const lookalikes = /[\u037e\u1fef\u212a]/;

/** RFC 5321, section 4.5.3.1: 64 characters, an `@` and 255 more. */
const maxCharacters = 320;

/**
 * Returns an e-mail address in the form in which addresses are compared, undefined for what is none. Everything after the last
 * `@` is a domain, in lower case and ASCII (IDNA). Of the mailbox only ASCII letters are folded: what else is alike is for those
 * who run it to say. Quoted mailboxes that contain an `@` or a space are none: they are misread too easily.
 */
export function normalizedEmail(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf('@');
  const mailbox = composed(address.slice(0, at));
  const domain = normalizedDomain(address.slice(at + 1));
  if (at < 1 || address.length > maxCharacters || /[\s@]/u.test(mailbox) || domain === undefined)
    return undefined;
  return `${mailbox.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}@${domain}`;
}

/** Returns the domain of an address as `normalizedEmail` has it; undefined for what is none. */
export function normalizedDomain(text: string): string | undefined {
  const url = `http://${text}`;
  if (lookalikes.test(text) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  // Otherwise it is a domain and more, or letters of other shapes that a browser would take for these.
  const written = text.normalize('NFC').toLowerCase();
  return written === hostname || written === domainToUnicode(hostname) ? hostname : undefined;
}

/** Normalizes the text between lookalikes, which stay as they are. */
const composed = (text: string): string =>
  text
    .split(/([\u037e\u1fef\u212a])/)
    .map((part) => (lookalikes.test(part) ? part : part.normalize('NFC')))
    .join('');

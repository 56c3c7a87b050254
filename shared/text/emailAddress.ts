import { domainToUnicode } from 'node:url';

/**
 * Characters that Unicode's normalization turns into ASCII: the Kelvin sign, the Greek question mark and the Greek varia. They look like
 * ASCII but belong to a different mailbox.
 */
const lookalikes = /[\u037e\u1fef\u212a]/;

/** 64 characters, an `@` and 255 characters (RFC 5321, section 4.5.3.1). */
const maxCharacters = 320;

/**
 * Returns an e-mail address in the form in which the service compares addresses; undefined for other text. The domain after the last `@` is
 * in lower case and ASCII (IDNA). In the mailbox, only ASCII letters become lower case: other rules depend on the mail server. The function
 * refuses quoted mailboxes with an `@` or a space, because people misread them easily.
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

/** Returns a domain in the form of `normalizedEmail`; undefined for other text. */
export function normalizedDomain(text: string): string | undefined {
  const url = `http://${text}`;
  if (lookalikes.test(text) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  // A text with more than a domain differs from the host name of its URL. So does a text with letters that a browser would replace.
  const written = text.normalize('NFC').toLowerCase();
  return written === hostname || written === domainToUnicode(hostname) ? hostname : undefined;
}

/** Normalizes a text, except its lookalikes. */
const composed = (text: string): string =>
  text
    .split(/([\u037e\u1fef\u212a])/)
    .map((part) => (lookalikes.test(part) ? part : part.normalize('NFC')))
    .join('');

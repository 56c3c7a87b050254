import { domainToUnicode } from 'node:url';
import { analyzeDomain, analyzeEmail } from '@hapi/address';
import { normalizedDomain, normalizedEmail } from './emailAddress.ts';

/**
 * The check of addresses and domains in requests. Stored ones are compared by `emailAddress.ts` alone: some are older than this check, and
 * must match as before.
 */

/**
 * Controls, unassigned characters, separators of lines, and characters that cannot be seen. `normalizedEmail` refuses other white space,
 * except at the ends.
 */
const unseen = /[^\P{C}\t\r\n]|[\p{Zl}\p{Zp}\p{DI}\u2800]/u;

/** A label of an internationalized domain that encodes no characters: no registry gives it to anybody (RFC 5890, section 2.3.2.1). */
const encodesNothing = (label: string): boolean =>
  label.startsWith('xn--') && domainToUnicode(label) === label;

/** Private networks have domains without a dot. */
const options = { minDomainSegments: 1 };

/**
 * Returns an e-mail address in the form of `normalizedEmail`, if a person can have it; undefined for other text, such as a link, an address
 * with a comment, with characters that cannot be seen, or with a part that is too long. White space at the ends does not matter.
 */
export function newEmail(text: string): string | undefined {
  const email = normalizedEmail(text);
  if (email === undefined || unseen.test(text) || analyzeEmail(email, options)) return undefined;
  return newDomain(email.slice(email.lastIndexOf('@') + 1)) && email;
}

/** Returns a domain in the form of `normalizedDomain`, if addresses can have it; undefined for other text. */
export function newDomain(text: string): string | undefined {
  const domain = normalizedDomain(text);
  if (domain === undefined || unseen.test(text) || analyzeDomain(domain, options)) return undefined;
  return domain.split('.').some(encodesNothing) ? undefined : domain;
}

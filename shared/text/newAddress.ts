import { analyzeDomain, analyzeEmail } from '@hapi/address';
import { normalizedDomain, normalizedEmail } from './emailAddress.ts';

/**
 * The check of addresses and domains in requests. Stored ones are compared by `emailAddress.ts` alone: some are older than this check, and
 * must match as before.
 */

/** Controls, unassigned characters, and characters that cannot be seen. `normalizedEmail` refuses white space, except at the ends. */
const unseen = /[^\P{C}\t\r\n]|[\p{DI}\u2800]/u;

/** Private networks have domains without a dot. */
const options = { minDomainSegments: 1 };

/**
 * Returns an e-mail address in the form of `normalizedEmail`, if a person can have it; undefined for other text, such as a link, an address
 * with a comment, with characters that cannot be seen, or with a part that is too long. White space at the ends does not matter.
 */
export function newEmail(text: string): string | undefined {
  const email = normalizedEmail(text);
  const isPossible = email !== undefined && !unseen.test(text) && !analyzeEmail(email, options);
  return isPossible ? email : undefined;
}

/** Returns a domain in the form of `normalizedDomain`, if addresses can have it; undefined for other text. */
export function newDomain(text: string): string | undefined {
  const domain = normalizedDomain(text);
  return domain !== undefined && !unseen.test(text) && !analyzeDomain(domain, options) ? domain : undefined;
}

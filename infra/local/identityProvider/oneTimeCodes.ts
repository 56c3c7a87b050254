import { randomInt } from 'node:crypto';

/** As many digits as Amazon Cognito's codes have. */
const digits = 8;

/** The codes that would have been sent, by sign-in and address. */
const sent = new Map<string, string>();

/** Returns the code for an address in one sign-in. Repeated calls return the same code. */
export function codeFor(signIn: string, address: string): string {
  const key = JSON.stringify([signIn, address]);
  const code = sent.get(key) ?? String(randomInt(10 ** digits)).padStart(digits, '0');
  sent.set(key, code);
  return code;
}

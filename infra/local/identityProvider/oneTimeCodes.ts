import { randomInt } from 'node:crypto';

/** As many digits as Amazon Cognito's codes have. */
const digits = 8;

/** The codes that would have been sent, by the sign-in and the address that they are for. */
const sent = new Map<string, string>();

/** Returns the code that proves an address in one sign-in: the same as often as it is asked for. */
export function codeFor(signIn: string, address: string): string {
  const key = JSON.stringify([signIn, address]);
  const code = sent.get(key) ?? String(randomInt(10 ** digits)).padStart(digits, '0');
  sent.set(key, code);
  return code;
}

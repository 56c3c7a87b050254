import { cleanedName } from '../contract/shownText.ts';
import type { Claims } from './identityProvider.ts';

/** Names from providers may be missing, too long or have any characters. */
const nameIn = (claim: unknown): string | null => (typeof claim === 'string' ? cleanedName(claim) : null);

export type NameClaims = Pick<Claims, 'name' | 'given_name' | 'family_name'>;

/** Returns the names of a new person. If the provider sends no visible name, the name is the local part of the address, `email`. */
export const namesOf = (claims: NameClaims, email: string) => ({
  email,
  name: nameIn(claims.name) ?? cleanedName(email.slice(0, email.lastIndexOf('@'))) ?? email,
  given_name: nameIn(claims.given_name),
  family_name: nameIn(claims.family_name),
});

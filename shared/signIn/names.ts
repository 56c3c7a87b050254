import { shownName } from '../contract/text.ts';
import type { Claims } from './identityProvider.ts';

/** Names from providers may be missing, too long or have any characters. */
const name = shownName(255);
const nameIn = (claim: unknown): string | null => name.safeParse(claim).data ?? null;

export type NameClaims = Pick<Claims, 'name' | 'given_name' | 'family_name'>;

/** Returns the names of a new person. If the provider sends no usable name, the name is the local part of the address, `email`. */
export const namesOf = (claims: NameClaims, email: string) => ({
  email,
  name: nameIn(claims.name) ?? email.slice(0, email.lastIndexOf('@')),
  given_name: nameIn(claims.given_name),
  family_name: nameIn(claims.family_name),
});

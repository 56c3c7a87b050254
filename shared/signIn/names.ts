import { shownName } from '../contract/text.ts';
import type { Claims } from './identityProvider.ts';

/** Providers may leave names out, or send them at any length and with any characters. */
const name = shownName(255);
const nameIn = (claim: unknown): string | null => name.safeParse(claim).data ?? null;

export type NameClaims = Pick<Claims, 'name' | 'given_name' | 'family_name'>;

/** Returns the names of a new person. Without one from the provider, it is the local part of their address, `email`. */
export const namesOf = (claims: NameClaims, email: string) => ({
  email,
  name: nameIn(claims.name) ?? email.slice(0, email.lastIndexOf('@')),
  given_name: nameIn(claims.given_name),
  family_name: nameIn(claims.family_name),
});

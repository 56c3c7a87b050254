import { type ActorId, ulidOf } from '../../contract/identifiers.ts';
import { normalizedEmail } from '../../text/emailAddress.ts';
import { erasedName } from './callers.ts';

/** A person to be erased, with the identity that is still known. */
export interface Person {
  readonly id: ActorId;
  readonly email: string;
}

/** The fields that can identify a person, besides the id, and the values that replace them. */
const said: Readonly<Record<string, string>> = {
  name: erasedName,
  display_name: erasedName,
  email: '',
  given_name: '',
  family_name: '',
};

/** The address that replaces an erased person's address in lists. Nobody can have this address (RFC 2606, section 2). */
export const erasedAddress = 'erased@example.invalid';

/**
 * Returns a JSON text without a person's identity. If the `id`, `user_id`, `email` or `owner` of an object is the person, the object loses its
 * name and address. From lists such as those of rules, only the person's e-mail address is removed. Everything else
 * stays in its order.
 */
export const jsonWithoutPerson = (json: string, person: Person): string =>
  JSON.stringify(withoutPerson(JSON.parse(json), person));

function withoutPerson(value: unknown, person: Person): unknown {
  if (Array.isArray(value))
    return value.map((item) => (isAddressOf(item, person) ? erasedAddress : withoutPerson(item, person)));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  const isAboutThem = fields.some(([field, inner]) => isTheirs(field, inner, person));
  return Object.fromEntries(
    fields.map(([field, inner]) => {
      const neutral = said[field];
      return neutral !== undefined && isAboutThem && typeof inner === 'string'
        ? [field, neutral]
        : [field, withoutPerson(inner, person)];
    }),
  );
}

/**
 * Returns whether a field shows that its object is the person, an API key of the person, or the person's request for access. The name of a
 * key may identify its owner.
 */
function isTheirs(field: string, value: unknown, person: Person): boolean {
  if (field === 'id' || field === 'user_id') return isIdOf(value, person);
  if (field === 'email') return isAddressOf(value, person);
  return field === 'owner' && typeof value === 'object' && value !== null && 'id' in value
    ? isIdOf(value.id, person)
    : false;
}

/** The id of a person is `user_` and a ULID. As a member, the same person has `usr_` before the ULID. */
const isIdOf = (id: unknown, person: Person): boolean =>
  id === person.id || id === `usr_${ulidOf(person.id)}`;

/** Returns whether a text is the address of a person. Returns false if the person's address is not known or not valid. */
const isAddressOf = (text: unknown, { email }: Person): boolean => {
  const address = normalizedEmail(email);
  return typeof text === 'string' && address !== undefined && normalizedEmail(text) === address;
};

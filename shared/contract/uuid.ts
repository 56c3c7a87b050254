import { base32Digits, type Ulid } from './identifiers.ts';

/** Returns a UUID as 26 characters of Crockford's base 32, the length and alphabet of a ULID. */
export function base32OfUuid(uuid: string): Ulid {
  let rest = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let i = 0; i < 26; i++, rest >>= 5n) text = base32Digits.charAt(Number(rest & 31n)) + text;
  return text as Ulid;
}

/** Returns the UUID for 26 characters of base 32. For a value larger than any UUID, returns an invalid text and not another UUID. */
export function uuidOfBase32(text: string): string {
  const value = [...text].reduce(
    (sum, character) => (sum << 5n) | BigInt(base32Digits.indexOf(character)),
    0n,
  );
  const hex = value.toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

import { randomBytes } from 'node:crypto';
import { sha256Of } from '../text/sha256.ts';

/**
 * The exact bytes of an entry of activity that are hashed. `shared/audit/README.md` describes these bytes for verifiers without this code.
 */

/** Attributes that are not hashed: the place of an entry, its expiry, and personal data that may be erased. */
const unhashed: ReadonlySet<string> = new Set([
  'pk',
  'sk',
  'list_pk',
  'list_sk',
  'filter_pk',
  'filter_sk',
  'due_shard',
  'due_at_ms',
  'expires_at_seconds',
  'personal',
]);

/**
 * Returns a value of JSON in its canonical form (RFC 8785): members sorted by the UTF-16 code units of their names, and no white space.
 * `JSON.stringify` writes texts and numbers as RFC 8785 requires. Members without a value are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Returns the text of an entry to be hashed: all attributes except `unhashed`, including attributes that later releases add. */
const canonicalEntry = (entry: object): string =>
  canonicalJson(Object.fromEntries(Object.entries(entry).filter(([name]) => !unhashed.has(name))));

export const hashOfEntry = (entry: object): string => sha256Of(canonicalEntry(entry));

/** An entry's personal data besides the id. The entry's hash covers only a commitment to this data. */
export interface Personal {
  /** 32 random hexadecimal digits. Without the salt, nobody can find the name by computing the commitments of possible names. */
  readonly salt: string;
  readonly name: string | null;
  /** The address that a request came from, truncated. */
  readonly address: string | null;
}

const saltBytes = 16;

export const newPersonal = (given: Pick<Personal, 'name' | 'address'>): Personal => ({
  salt: randomBytes(saltBytes).toString('hex'),
  ...given,
});

/** Returns the commitment to an entry's personal data. The commitment stays in the entry when the data is erased. */
export const commitmentOf = ({ salt, name, address }: Personal): string =>
  sha256Of(canonicalJson({ address, name, salt }));

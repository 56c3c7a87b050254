import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { readableRules } from '../../../shared/access/rules.ts';
import { dayMilliseconds } from '../../../shared/contract/days.ts';
import {
  memberRole,
  processingStatus as processing,
  deliveryStatus as storedDeliveryStatus,
} from '../../../shared/contract/enumerations.ts';
import {
  type ActorId,
  actorId,
  apiKeyId,
  type DocumentId,
  documentId,
  eventId,
  type MemberUserId,
  memberUserId,
  type OrganizationId,
  organizationId,
  policyId,
  sessionId,
  shareId,
  webhookId,
} from '../../../shared/contract/identifiers.ts';
import { organizationNameMaxCharacters, personNameMaxCharacters } from '../../../shared/contract/limits.ts';
import { type Permission, permissions } from '../../../shared/contract/permissions.ts';
import { newRules, type Rules } from '../../../shared/contract/resources/rules.ts';
import { instant, shownName, timeInRange } from '../../../shared/contract/text.ts';
import { uuidOfKey } from '../../../shared/data/callers/apiKeys.ts';
import { validate } from '../../../shared/http/validation.ts';
import { ruleKinds } from '../../../shared/policies/ruleKinds.ts';
import { separated, queueNames as tableOfQueues } from '../../../shared/runtime/stores.ts';
import { normalizedEmail } from '../../../shared/text/emailAddress.ts';
import { isStageName } from '../../stage/stackName.ts';

/**
 * Functions that parse the words of a command line into values. They throw Commander's InvalidArgumentError, whose message
 * Commander puts after the name of the argument or option.
 */

export function stageName(text: string): string {
  if (!isStageName(text))
    throw new InvalidArgumentError('It must be 1 to 20 lower-case letters, digits or hyphens.');
  return text;
}

/** A person or service account, by id or e-mail address. */
export type CallerReference = { readonly id: ActorId | MemberUserId } | { readonly email: string };

const callerId = z.union([memberUserId, actorId]);

/** Parses the id or the e-mail address of a user or service account. */
export function callerReference(text: string): CallerReference {
  if (text.includes('@')) return { email: emailAddress(text) };
  const { data: id } = z.safeParse(callerId, text);
  if (id === undefined)
    throw new InvalidArgumentError(
      'It must be an e-mail address or an id: usr_, user_ or svc_ and 26 characters.',
    );
  return { id };
}

/**
 * The lengths are from RFC 5321, the Unicode letters from RFC 6531. Quoted local parts are not allowed, because people misread an address
 * with two `@`. Commands also take stored addresses, which `newEmail` might refuse.
 */
const emailPattern =
  /^(?=.{3,254}$)[^\s@"(),:;<>[\]\\\p{C}]{1,64}@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{1,62}$/u;

export function emailAddress(text: string): string {
  if (!emailPattern.test(text) || normalizedEmail(text) === undefined)
    throw new InvalidArgumentError('It must be an e-mail address, such as ada@example.com.');
  return text;
}

/** Returns a function that parses with a schema of the contract and throws with the schema's message. */
const parsedBy =
  <S extends z.ZodMiniType>(schema: S) =>
  (text: string): z.output<S> => {
    const { data, error } = z.safeParse(schema, text);
    if (error) throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
    return data;
  };

export const organizationReference = parsedBy(organizationId);
export const webhookReference = parsedBy(webhookId);
export const eventReference = parsedBy(eventId);
export const documentReference = parsedBy(documentId);
export const policyReference = parsedBy(policyId);
export const shareReference = parsedBy(shareId);

const oneOf =
  <T extends string>(options: readonly T[]) =>
  (text: string): T => {
    const found = options.find((option) => option === text);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of ${options.join(', ')}.`);
    return found;
  };

export const role = oneOf(memberRole.options);

export const processingStatuses = processing.options;
export const processingStatus = oneOf(processingStatuses);

export const deliveryStatuses = storedDeliveryStatus.options;
export const deliveryStatus = oneOf(deliveryStatuses);

export const queueNames = tableOfQueues.map((name) => separated(name, '-'));
export const queueName = oneOf(queueNames);

/** Amazon DynamoDB, "Naming rules". */
export function tableName(text: string): string {
  if (!/^[A-Za-z0-9_.-]{3,255}$/.test(text))
    throw new InvalidArgumentError(
      'It must be the name of a table: 3 to 255 letters, digits, _, - and dots.',
    );
  return text;
}

/** Parses the number of rows to show. */
export function limit(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 9999.');
  return Number(text);
}

/** Parses a tenant's own quota. `default` means the stage's quota. */
export function quota(text: string): number | 'default' {
  if (text === 'default') return text;
  if (!/^(0|[1-9][0-9]{0,14})$/.test(text))
    throw new InvalidArgumentError("It must be a whole number, or default (the stage's quota).");
  return Number(text);
}

/** Parses a name. Allows the length that the API allows for organizations. */
export const name = parsedBy(shownName(organizationNameMaxCharacters));
/** Parses the new name of a person. Allows the length that the API allows for people. */
export const personName = parsedBy(shownName(personNameMaxCharacters));

const permission = z.enum(permissions);

/** Parses permissions separated by commas. Returns each once, in the contract's order. */
export function permissionList(text: string): Permission[] {
  const asked = text.split(',').map((one) => one.trim());
  const unknown = asked.filter((one) => !permission.safeParse(one).success);
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `It must be permissions separated by commas. These do not exist: ${unknown.map((one) => `"${one}"`).join(', ')}. The permissions are ${permissions.join(', ')}.`,
    );
  return permissions.filter((one) => asked.includes(one));
}

/** Parses the rules of a policy, given as JSON or as the name of a JSON file. Checks them as the API does. */
export function policyRules(text: string): Rules {
  try {
    const json: unknown = JSON.parse(text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8'));
    const none = { schema: z.object({}), value: {} };
    validate({
      path: none,
      query: none,
      body: { schema: z.object({ rules: newRules }), value: { rules: json } },
    });
    return readableRules(z.parse(newRules, json));
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof Error ? error.message : error}`);
  }
}

/** Returns the UUID of an API key, given as its id (`key_...`), as its name in logs (`key:...`), or as the whole key. */
export function keyReference(text: string): string {
  const uuid = uuidOfKeyNamed(text);
  if (uuid === undefined)
    throw new InvalidArgumentError(
      'It must be the id of an API key (key_...), or its name in logs (key:...).',
    );
  return uuid;
}

/** Returns the id of a session (`ses_...`), or its name in logs (`session:...`), which earlier releases printed without the prefix. */
export function sessionReference(text: string): string {
  if (sessionId.safeParse(text).success) return text;
  const [, name] = /^(?:session:)?([0-9a-f]{16})$/.exec(text) ?? [];
  if (name === undefined)
    throw new InvalidArgumentError(
      'It must be the id of a session (ses_...), or its name in logs (session:...).',
    );
  return `session:${name}`;
}

/** An API key, named by its UUID, or by the first characters after the prefix, which the id of the key and the key itself share. */
export type KeyOrBeginning = { readonly uuid: string } | { readonly beginning: string };

/** Parses an API key's id or name, or the beginning of its id or of the key itself. */
export function keyOrBeginning(text: string): KeyOrBeginning {
  const uuid = uuidOfKeyNamed(text);
  if (uuid !== undefined) return { uuid };
  const [, beginning] = /^(?:key_|dgs_(?:live|test)_)([0-9a-hjkmnp-tv-z]{4,25})$/.exec(text) ?? [];
  if (beginning === undefined)
    throw new InvalidArgumentError(
      'It must be the id of an API key (key_...), its name in logs (key:...), or the beginning of a key (dgs_live_ and at least 4 characters).',
    );
  return { beginning };
}

function uuidOfKeyNamed(text: string): string | undefined {
  const [, name] = /^dgs_(?:live|test)_([0-7][0-9a-hjkmnp-tv-z]{25})[0-9A-Za-z]{0,32}$/.exec(text) ?? [];
  const { data: id } = apiKeyId.safeParse(name ? `key_${name}` : text.toLowerCase());
  const uuid = id ? uuidOfKey(id) : text.replace(/^key:/, '').toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid) ? uuid : undefined;
}

/** Returns the id of a document, given as its id or as a link: its `service_url`, a URL below it, or the path of such a URL. */
export function documentOrLink(text: string): DocumentId {
  const [, linked] = /^\S*\/(doc_[0-9a-hjkmnp-tv-z]{26})(?![0-9a-z])/.exec(text) ?? [];
  return documentReference(linked ?? text);
}

/** Returns a point in time for a given `now`, both in epoch milliseconds. */
export type Moment = (now: number) => number;

const momentOf =
  (direction: 1 | -1, wanted: string) =>
  (text: string): Moment => {
    const [, count, unit] = /^([1-9][0-9]{0,5})([mhd])$/.exec(text) ?? [];
    if (count && unit)
      return (now) => timeInRange(now + direction * Number(count) * (unitMilliseconds[unit] ?? 0));
    if (instant.safeParse(text).success) return () => Date.parse(text);
    throw new InvalidArgumentError(`It must be minutes, hours or days ${wanted}.`);
  };
const unitMilliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMilliseconds };

export const when = momentOf(1, 'from now (30m, 12h, 90d) or a date-time such as 2027-01-31T09:30:00Z');
export const whenOrNever = (text: string): Moment | null => (text === 'never' ? null : when(text));
export const since = momentOf(-1, 'ago (30m, 12h, 7d) or a date-time such as 2026-11-21T09:30:00Z');

/** Returns the id of a request, which is a UUID. It becomes a part of a query, so nothing else is accepted. */
export function requestId(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be an X-Request-Id, such as 8a4b4a5b-7327-40fc-85d4-6ff3e0e5b050.');
}

/** Arguments and options that several commands share. */
export const userArgument = ['<user>', 'id or e-mail address', callerReference] as const;
export const organizationOption = [
  '--organization <id>',
  'the organization; needed only if several are possible',
  organizationReference,
] as const;
export interface InOrganization {
  readonly organization?: OrganizationId;
}
export const rulesOption = [
  '--rules <rules>',
  `all its rules: JSON, or the name of a JSON file, with any of ${Object.keys(ruleKinds).join(', ')}`,
  policyRules,
] as const;
export const examplePolicy = 'pol_01kf0np7tmewkgng73y320205g';
export const exampleDocument = 'doc_01kf0nz3c8v5m2x7w4q9r6t1yb';
export const exampleShare = 'shr_01kk13ebvgs9bywd2ngwfz0j7b';
export const exampleOrganization = 'org_01j9zq4t8w3v5x7y9a1c2d3e4f';

import { InvalidArgumentError } from 'commander';
import * as z from 'zod/mini';
import { type MemberRole, memberRole } from '../../shared/contract/enumerations.ts';
import {
  actorId,
  eventId,
  memberUserId,
  organizationId,
  webhookId,
} from '../../shared/contract/identifiers.ts';
import { organizationNameMaxCharacters } from '../../shared/contract/limits.ts';
import { type Permission, permissions } from '../../shared/contract/permissions.ts';
import { characters, dateTime } from '../../shared/contract/text.ts';
import type { DeliveryItem } from '../../shared/data/deliveries.ts';
import { parseApiKey } from '../../shared/http/apiKeys.ts';

/**
 * What is written on the command line, turned into what commands work with. Everything here throws Commander's
 * InvalidArgumentError, whose message Commander puts after the name of the argument or option.
 */

/** A person or service account as the operator names them. */
export type CallerReference = { readonly id: string } | { readonly email: string };

/** The same letters as a stage's settings allow (infra/settings.ts). */
export function stageName(text: string): string {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(text))
    throw new InvalidArgumentError('It must be 1 to 20 lower-case letters, digits or hyphens.');
  return text;
}

/** A user or service account, by id or e-mail address. */
export function callerReference(text: string): CallerReference {
  if (text.includes('@')) return { email: emailAddress(text) };
  if (memberUserId.safeParse(text).success || actorId.safeParse(text).success) return { id: text };
  throw new InvalidArgumentError(
    'It must be an e-mail address or an id: usr_, user_ or svc_ and 26 characters.',
  );
}

/**
 * RFC 5321's lengths and, for letters, whatever Unicode calls one (RFC 6531). No quoted local parts: nobody has them,
 * and an address with two `@` is misread too easily.
 */
const emailPattern =
  /^(?=.{3,254}$)[^\s@"(),:;<>[\]\\\p{C}]{1,64}@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{1,62}$/u;

export function emailAddress(text: string): string {
  if (!emailPattern.test(text))
    throw new InvalidArgumentError('It must be an e-mail address, such as ada@example.com.');
  return text.normalize('NFC');
}

export function organizationReference(text: string): string {
  if (!organizationId.safeParse(text).success)
    throw new InvalidArgumentError('It must be an organization id: org_ and 26 characters.');
  return text;
}

export function webhookReference(text: string): string {
  if (!webhookId.safeParse(text).success)
    throw new InvalidArgumentError('It must be the id of a webhook endpoint: whk_ and 26 characters.');
  return text;
}

export function eventReference(text: string): string {
  if (!eventId.safeParse(text).success)
    throw new InvalidArgumentError('It must be the id of an event: evt_ and 26 characters.');
  return text;
}

type DeliveryStatus = DeliveryItem['status'];
export const deliveryStatuses = [
  'pending',
  'succeeded',
  'failed',
  'skipped',
] as const satisfies DeliveryStatus[];

export function deliveryStatus(text: string): DeliveryStatus {
  const found = deliveryStatuses.find((status) => status === text);
  if (!found) throw new InvalidArgumentError(`It must be one of ${deliveryStatuses.join(', ')}.`);
  return found;
}

export const queueNames = ['processing', 'events', 'deliveries', 'slow-deliveries'] as const;
export type QueueName = (typeof queueNames)[number];

export function queueName(text: string): QueueName {
  const found = queueNames.find((name) => name === text);
  if (!found) throw new InvalidArgumentError(`It must be one of ${queueNames.join(', ')}.`);
  return found;
}

/** How many rows to show. */
export function limit(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 9999.');
  return Number(text);
}

/** What a person, an organization, a policy or a key is called: the length the API allows for organizations. */
export function name(text: string): string {
  const { error } = characters(1, organizationNameMaxCharacters).safeParse(text);
  if (error) throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
  if (text.trim() === '') throw new InvalidArgumentError('It must not be blank.');
  return text;
}

export function role(text: string): MemberRole {
  const { data } = memberRole.safeParse(text);
  if (data === undefined)
    throw new InvalidArgumentError(`It must be one of ${memberRole.options.join(', ')}.`);
  return data;
}

const permission = z.enum(permissions);

/** Names separated by commas; each once, in the contract's order. */
export function permissionList(text: string): Permission[] {
  const asked = text.split(',').map((one) => one.trim());
  const unknown = asked.filter((one) => !permission.safeParse(one).success);
  if (unknown.length > 0)
    throw new InvalidArgumentError(
      `It must be permissions separated by commas, of ${permissions.join(', ')}; not ${unknown.map((one) => `"${one}"`).join(', ')}.`,
    );
  return permissions.filter((one) => asked.includes(one));
}

/** The name of an API key: its id, as logs write it (`key:<id>`), or the whole key when that is at hand. */
export function keyReference(text: string): string {
  const uuid = parseApiKey(text)?.uuid ?? text.replace(/^key:/, '').toLowerCase();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid))
    throw new InvalidArgumentError('It must be the id of an API key, or a whole API key.');
  return uuid;
}

/** A point in time: a date-time, or how long from now. */
export type When = { readonly at: number } | { readonly afterMilliseconds: number };

export function when(text: string): When {
  const afterMilliseconds = duration(text);
  if (afterMilliseconds !== undefined) return { afterMilliseconds };
  if (dateTime.safeParse(text).success) return { at: Date.parse(text) };
  throw new InvalidArgumentError(
    'It must be minutes, hours or days from now (30m, 12h, 90d) or a date-time such as 2027-01-31T09:30:00Z.',
  );
}

/** A point in time that has been: a date-time, or how long ago. */
export type Since = { readonly at: number } | { readonly agoMilliseconds: number };

export function since(text: string): Since {
  const agoMilliseconds = duration(text);
  if (agoMilliseconds !== undefined) return { agoMilliseconds };
  if (dateTime.safeParse(text).success) return { at: Date.parse(text) };
  throw new InvalidArgumentError(
    'It must be minutes, hours or days ago (30m, 12h, 7d) or a date-time such as 2026-11-21T09:30:00Z.',
  );
}

const unitMilliseconds: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds; undefined when it is no duration. */
function duration(text: string): number | undefined {
  const [, count, unit] = /^([1-9][0-9]{0,5})([mhd])$/.exec(text) ?? [];
  return count && unit ? Number(count) * (unitMilliseconds[unit] ?? 0) : undefined;
}

export const whenOrNever = (text: string): When | null => (text === 'never' ? null : when(text));

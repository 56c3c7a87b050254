import { hash } from 'node:crypto';
import { ApiError, invalidRequest } from './errors.ts';
import { type HeaderLines, listedIn } from './headers.ts';

/** Returns the strong entity tag of a representation: it changes with the body that clients get, and with nothing else. */
export const entityTagOf = (body: string): string => `"${hash('sha256', body, 'base64url')}"`;

/** RFC 9110, section 8.8.3. Commas may stand inside of a tag, so a list cannot be split at them. */
const tag = String.raw`(?:W/)?"[!#-~\u0080-\uffff]*"`;
const tags = new RegExp(tag, 'g');
const listOfTags = new RegExp(String.raw`^[ \t,]*${tag}(?:[ \t]*,[ \t,]*${tag})*[ \t,]*$`);

/** `*` stands for any representation; undefined is neither that nor a list of entity tags. */
function parse(condition: string): '*' | readonly string[] | undefined {
  if (condition.trim() === '*') return '*';
  return listOfTags.test(condition) ? (condition.match(tags) ?? []) : undefined;
}

/** Strong comparison (RFC 9110, section 8.8.3.2): a weak tag equals nothing, not even itself. */
const matchesStrongly = (condition: string, current: string): boolean => {
  const named = parse(condition);
  return named === '*' || (named?.includes(current) ?? false);
};

/**
 * Returns whether an `If-None-Match` names the current representation, by weak comparison: a proxy that compresses calls its
 * copy weakly the same. One that is malformed names none.
 *
 * @param current a strong entity tag
 */
export const matchesWeakly = (ifNoneMatch: string, current: string): boolean => {
  const named = parse(ifNoneMatch);
  return named === '*' || (named?.some((one) => one.replace(/^W\//, '') === current) ?? false);
};

/** The conditions on which a client wants its request carried out (RFC 9110, section 13.1). */
export interface Preconditions {
  /** Undefined, as the next: the request has no such header. */
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Reads the conditions of a request; undefined when it has none. Throws 400 for an `If-Match` that is neither `*` nor a list of
 * entity tags: whoever sends it would not learn why nothing ever matches.
 */
export function preconditionsOf(headers: HeaderLines): Preconditions | undefined {
  const ifMatch = listedIn(headers, 'if-match');
  const ifNoneMatch = listedIn(headers, 'if-none-match');
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  if (ifMatch !== undefined && parse(ifMatch) === undefined)
    throw invalidRequest({
      code: 'invalid_value',
      location: 'header.If-Match',
      param: 'If-Match',
      message: 'If-Match must be * or entity tags, in their quotes, as ETag has them.',
    });
  return { ifMatch, ifNoneMatch };
}

/**
 * Throws 412 when a resource that is to be changed is not in a state from which the client wants it changed (RFC 9110, section
 * 13.2.2).
 *
 * @param current the entity tag of the current representation, here and below
 */
export function enforceOnChange(preconditions: Preconditions, current: string): void {
  if (isKnown(preconditions, current))
    throw new ApiError(
      'precondition_failed',
      'It is what If-None-Match says it must not be.',
      'If-None-Match',
    );
}

/** Returns whether a client that reads has the current representation already. Throws 412 when it wants another one only. */
export function isKnown({ ifMatch, ifNoneMatch }: Preconditions, current: string): boolean {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, current))
    throw new ApiError(
      'precondition_failed',
      'It has changed: its entity tag is none that If-Match names. Read it again.',
      'If-Match',
    );
  return ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current);
}

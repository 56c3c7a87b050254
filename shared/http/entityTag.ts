import { hash } from 'node:crypto';
import { ApiError, invalidRequest } from '../access/errors.ts';
import { type HeaderLines, listedIn } from './headers.ts';

/** Returns the strong entity tag of a representation: it changes with the body that clients get, and with nothing else. */
export const entityTagOf = (body: string): string => `"${hash('sha256', body, 'base64url')}"`;

/** RFC 9110, section 8.8.3. Commas may stand inside of a tag, so a list cannot be split at them. */
const tag = String.raw`(?:W/)?"[!#-~\u0080-\uffff]*"`;
const tags = new RegExp(tag, 'g');
const listOfTags = new RegExp(String.raw`^[ \t,]*${tag}(?:[ \t]*,[ \t,]*${tag})*[ \t,]*$`);

/** Returns `*`, which stands for any representation, or the listed entity tags; undefined for anything else. */
function parse(condition: string): '*' | readonly string[] | undefined {
  if (condition.trim() === '*') return '*';
  return listOfTags.test(condition) ? (condition.match(tags) ?? []) : undefined;
}

/** Compares strongly (RFC 9110, section 8.8.3.2): a weak tag equals nothing, not even itself. */
const matchesStrongly = (condition: string, current: string): boolean => {
  const named = parse(condition);
  return named === '*' || (named?.includes(current) ?? false);
};

/**
 * Returns whether an `If-None-Match` names the current representation. The comparison is weak, since a proxy that compresses makes the
 * tag weak. A malformed header names none.
 *
 * @param current a strong entity tag
 */
export const matchesWeakly = (ifNoneMatch: string, current: string): boolean => {
  const named = parse(ifNoneMatch);
  return named === '*' || (named?.some((one) => one.replace(/^W\//, '') === current) ?? false);
};

/** The preconditions of a request (RFC 9110, section 13.1). */
export interface Preconditions {
  /** Undefined if the request has no `If-Match`. */
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Reads the preconditions of a request; undefined when it has none. Throws 400 for an `If-Match` that is neither `*` nor a list of entity
 * tags. Such a header never matches, and the client must learn why.
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
      message: 'If-Match must be * or entity tags with their quotes, as in the header ETag.',
    });
  return { ifMatch, ifNoneMatch };
}

/**
 * Throws 412 when the state of a resource does not meet the preconditions for its change (RFC 9110, section 13.2.2).
 *
 * @param current the entity tag of the current representation
 */
export function enforceOnChange(preconditions: Preconditions, current: string): void {
  if (isKnown(preconditions, current))
    throw new ApiError(
      'precondition_failed',
      'The entity tag of the resource is one that If-None-Match excludes. Nothing was changed.',
      'If-None-Match',
    );
}

/** Returns whether the client already has the current representation, by `If-None-Match`. Throws 412 when `If-Match` does not name it. */
export function isKnown({ ifMatch, ifNoneMatch }: Preconditions, current: string): boolean {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, current))
    throw new ApiError(
      'precondition_failed',
      'The resource has changed: If-Match does not have its entity tag. Read the resource again.',
      'If-Match',
    );
  return ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, current);
}

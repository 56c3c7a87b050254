import { createHash } from 'node:crypto';
import { type ApiError, invalidRequest } from '../access/errors.ts';
import type { ActivityType } from '../contract/activityTypes.ts';
import type { ActorId, Ulid } from '../contract/identifiers.ts';
import type { ListPage } from '../contract/resources/listPage.ts';
import { firstUlidFrom } from '../data/table/ids.ts';

/** The characters of a ULID. */
const positionLength = 26;
/** 64 bits of SHA-256 in hexadecimal are enough to notice an altered cursor. A cursor protects nothing secret. */
const checksumLength = 16;

/**
 * Returns functions that read and make the cursors of one list. `scope` names the list and everything that selects its items. A cursor of
 * another list, another document or another filter is refused.
 *
 * A cursor is the Base64 of the last item's ULID and a checksum of `scope` and ULID. Base64 of these characters and this length never
 * contains `+`, `/` or `=`, so a cursor in a query string needs no escapes.
 */
export function cursors(...scope: readonly unknown[]) {
  const checksum = (position: string) =>
    createHash('sha256')
      .update(JSON.stringify([scope, position]))
      .digest('hex')
      .slice(0, checksumLength);

  return {
    /** Returns the position of a cursor. Without a cursor, returns undefined, the start of the list. Throws `invalid_cursor`. */
    read(cursor: string | undefined): Ulid | undefined {
      if (cursor === undefined) return undefined;
      const text = Buffer.from(cursor, 'base64').toString('latin1');
      const position = text.slice(0, positionLength);
      if (Buffer.from(text, 'latin1').toString('base64') !== cursor || text !== position + checksum(position))
        throw invalidCursor(
          'must be the next_cursor of the previous page of this list, with the same filters',
          cursor,
        );
      return position as Ulid;
    },

    /** Returns a page as the contract shows it. `next` is the position of the last item, or undefined on the last page. */
    page<T>(items: T[], next: Ulid | undefined): ListPage<T> {
      const next_cursor =
        next === undefined ? '' : Buffer.from(next + checksum(next), 'latin1').toString('base64');
      return { items, pagination: { next_cursor, has_more: next !== undefined } };
    },
  };
}

/** Returns the error for a cursor. `what` continues the message after the field's name. */
export const invalidCursor = (what: string, value: string | undefined): ApiError =>
  invalidRequest({
    code: 'invalid_cursor',
    location: 'query.cursor',
    param: 'cursor',
    message: `cursor ${what}.`,
    value,
  });

interface ActivityQuery {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly actor?: ActorId | undefined;
  readonly type?: ActivityType | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Returns the cursors of a list between two times, and the range that a query asks for. `scope` names the list. */
export function rangeIn(
  { since, until, actor, type, limit, cursor }: ActivityQuery,
  ...scope: readonly unknown[]
) {
  // Without a type, cursors are those of releases before 1.1.0.
  const list = cursors(...scope, since, until, actor, ...(type === undefined ? [] : [type]));
  const position = list.read(cursor);
  const after = position ?? (until === undefined ? undefined : firstUlidFrom(until));
  const from = since === undefined ? undefined : firstUlidFrom(since);
  return { list, range: { actor, type, from, after, limit } };
}

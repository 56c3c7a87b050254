import { utcTime } from '../contract/text.ts';
import { type ApiError, notFound, wrongField } from './errors.ts';

export const noSuchItem = (): ApiError => notFound('item', 'item_id');

/** The error for a folder in a query that is not there, or that the caller does not see. */
export const noSuchParent = (): ApiError => notFound('folder', 'parent_id');

export const noSuchAccess = (): ApiError => notFound('entry', 'access_id');

interface Times {
  readonly opens_at?: string | null | undefined;
  readonly closes_at?: string | null | undefined;
}

/** Returns the times of a room after a change, in UTC. Throws 400 if it would close before it opens. `before`: default none */
export function orderedTimes(given: Times, before: Times = {}) {
  const timeOf = (name: keyof Times): string | null => {
    const time = given[name] === undefined ? before[name] : given[name];
    return time ? utcTime(time) : null;
  };
  const [opens_at, closes_at] = [timeOf('opens_at'), timeOf('closes_at')];
  if (opens_at && closes_at && Date.parse(closes_at) < Date.parse(opens_at))
    throw wrongField('closes_at', 'cannot be before opens_at', given.closes_at);
  return { opens_at, closes_at };
}

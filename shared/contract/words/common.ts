import { grouped } from '../../text/words.ts';
import { userType } from '../enumerations.ts';
import { actorId } from '../identifiers.ts';
import { maxUploadBytes } from '../limits.ts';
import { pagination } from '../resources/listPage.ts';
import { user } from '../resources/user.ts';
import { dateTime } from '../text.ts';
import { named } from './named.ts';

named('User', user, {
  description: 'A person or a service account.',
  fields: {
    id: 'The person or service account.',
    type: 'Which of the two.',
    name: 'The display name. An erased person has the name `Erased user`.',
  },
});
named('UserType', userType, { description: 'A person or a service account.' });
named('ActorId', actorId, {
  description: 'Names a person (`user_`) or a service account (`svc_`).',
  examples: ['user_01kerkctyfx1y61qkq510v21e9', 'svc_01kfczt4ztmc562e71k9jzsrj9'],
});
named('DateTime', dateTime, {
  description: 'An RFC 3339 date-time with an offset. The service answers in UTC, to the millisecond.',
  examples: ['2026-03-02T09:30:00.417Z'],
});
named('Pagination', pagination, {
  description: 'The end of a page of a list.',
  fields: {
    next_cursor: 'The `cursor` of the next page; empty on the last one.',
    has_more: 'Whether there is a next page.',
  },
});

/** Returns the words for a page of a list. The example is the last page. */
export const listPageOf = <T>(name: string, description: string, items: string, examples: T[]) => ({
  responseBody: { name, description, fields: { items, pagination: 'The end of this page.' } },
  response: { items: examples, pagination: { next_cursor: '', has_more: false } },
});

/** Returns the words for an answer without fields. */
export const emptyObject = (name: string) => ({ responseBody: { name, fields: {} }, response: {} });

/** The text for lists with a filter that no key of the table serves (`shared/data/table/listPages.ts`). */
export const shortPages =
  'A request reads at most 1,000 entries. With a filter, a page can have fewer items than `limit`, or none, while `has_more` is true. ' +
  'Continue with `next_cursor`.';

/** The two fields of a form that can give its file. */
export const fileFields = {
  payload: `The PDF, at most ${grouped(maxUploadBytes)} bytes. Use an upload for larger files.`,
  upload_id: `An upload, in place of \`payload\`. The file that was sent to its URL is used.`,
};

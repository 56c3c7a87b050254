import type * as z from 'zod/mini';
import type { operations } from '../operations.ts';

type Operations = typeof operations;
/** The names of an operation's parameters. The placeholder type of an operation without parameters gives no names. */
type NameIn<T> = string extends keyof T ? never : keyof T & string;
type ParameterName = {
  [I in keyof Operations]:
    | NameIn<z.input<Operations[I]['pathParameters']>>
    | NameIn<z.input<Operations[I]['query']>>;
}[keyof Operations];

/** The meaning of each parameter in paths and queries, except of those in `ownParameters`. */
export const parameterWords: Readonly<Record<ParameterName, string>> = {
  document_id: 'The document. In a query: only in this document.',
  version_id: 'The version of that document. In a query, the default is the current version.',
  first_page: 'The first page to answer. The first page of the file is 1, which is the default.',
  max_pages: 'The number of pages to answer; fewer at the end of the file. Default: 1',
  policy_id: 'The policy. In a query: only documents to which this policy is attached.',
  request_id: 'The request for access to that document.',
  share_id: 'The share of that document.',
  user_id: 'The member.',
  invitation_id: 'The invitation.',
  group_id: 'The group.',
  entry_id: 'The entry of that group.',
  room_id: 'The room. In a query: only in what this room shows you.',
  room: 'Read the document as this room shows it: by the access entries and the gate of the room. Default: by no room',
  item_id: 'The item of that room.',
  access_id: 'The access entry of that room.',
  parent_id: 'Only what is in this folder. Default: what is at the top',
  recursive: 'Whether to list everything below the folder, too, in the order of the numbers. Default: false',
  as_group: 'For managers: the items that this group sees by its own access entries.',
  as_email:
    'For managers: the items that the person with this e-mail address sees. Not together with `as_group`.',
  webhook_id: 'The webhook endpoint.',
  event_id: 'The event.',
  key_id: 'The API key.',
  session_id: 'The session.',
  service_account_id: 'The service account.',
  made_by: 'Only service accounts that this person created: `usr_` or `user_` and 26 characters.',
  end_made: 'Whether to end the service accounts and API keys that the member created, too. Default: false',
  status: 'Only deliveries with this status. Default: all',
  type: 'Only events, or entries of activity, of this type. Default: all',
  ids: 'The documents: 1 to 50 ids, separated by commas.',
  since:
    'Only items of this time or later; in a summary, the first day (UTC). In a query, `+` is written `%2B`.',
  until:
    'Only items before this time, which must be after `since`; in a summary, the last day (UTC), which is included. In a query, `+` is written `%2B`.',
  actor: 'Only acts of this person or service account.',
  limit: 'The maximum number of items on a page.',
  cursor:
    'The `next_cursor` of the previous page of this list, with the same filters. Default: the first page',
  created_after:
    'Only documents made after this time, which is before `created_before`. In a query, `+` is written `%2B`.',
  created_before: 'Only documents made before this time.',
  q:
    'Only documents whose title has these words: each is a word of the title, or its beginning. In Chinese, Japanese, Korean, Thai, Lao, ' +
    'Khmer and Burmese, it may be any part of the title. Upper and lower case are the same, and so are Latin, Greek and Cyrillic letters ' +
    'with and without accents.',
  processing_status: 'Only documents with this status.',
  access_level: 'Only documents with this access level.',
  created_by: 'Only documents of this user or service account: `user_`, `usr_` or `svc_`, and 26 characters.',
  deleted:
    'Whether to list the deleted documents that you may still restore instead, newest deletion first. Not together with `shared_with_me`. ' +
    'Default: false',
  shared_with_me:
    'Whether to list the documents that are shared with your e-mail address instead, newest share first. Default: false',
  own_share: 'Whether to also say by whom each document is shared with you, and until when. Default: false',
  ended:
    'Whether to list the shares that ended or were withdrawn in the last 30 days instead, latest end first. Default: false',
  archived: 'Whether to list archived policies instead. Default: false',
};

/** Parameters that are different in an operation, by its id. */
export const ownParameters: Readonly<Record<string, Partial<Readonly<Record<ParameterName, string>>>>> = {
  search: {
    q:
      'The words to find, as `q` of the list of documents has them. `"a phrase"` finds words that follow one another. `-word` and ' +
      '`-"a phrase"` exclude. At least one word must be there to find.',
    limit: 'The maximum number of hits on a page.',
  },
};

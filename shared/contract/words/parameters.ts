import type * as z from 'zod/mini';
import type { operations } from '../operations.ts';

type Operations = typeof operations;
/** Leaves out what stands in the place of parameters where an operation has none. */
type NameIn<T> = string extends keyof T ? never : keyof T & string;
type ParameterName = {
  [I in keyof Operations]:
    | NameIn<z.input<Operations[I]['pathParameters']>>
    | NameIn<z.input<Operations[I]['query']>>;
}[keyof Operations];

/** The meaning of each parameter in paths and queries: one name has one meaning, wherever it stands. */
export const parameterWords: Readonly<Record<ParameterName, string>> = {
  document_id: 'The document.',
  version_id: 'The version of that document.',
  policy_id: 'The policy.',
  user_id: 'The member.',
  invitation_id: 'The invitation.',
  webhook_id: 'The webhook endpoint.',
  event_id: 'The event.',
  key_id: 'The API key.',
  service_account_id: 'The service account.',
  made_by: 'Only those that this person made: `usr_` or `user_` and 26 characters.',
  end_made: 'Whether to end the service accounts and API keys that they made, too. Default: false',
  status: 'Only deliveries that are like that. Default: all',
  type: 'Only events of this type. Default: all',
  since: 'Only what happened at this time or later. In a query, `+` is written `%2B`.',
  until: 'Only what happened before this time, which is after `since`. In a query, `+` is written `%2B`.',
  actor: 'Only what this person or service account did.',
  limit: 'The most items that a page has.',
  cursor:
    'The `next_cursor` of the previous page of this list, with the same filters. Default: the first page',
  created_after:
    'Only documents made after this time, which is before `created_before`. In a query, `+` is written `%2B`.',
  created_before: 'Only documents made before this time.',
  archived: 'Whether to list those that are archived instead. Default: false',
};

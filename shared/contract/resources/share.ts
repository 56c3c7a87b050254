import * as z from 'zod/mini';
import { mailStatus } from '../enumerations.ts';
import { documentId, shareId } from '../identifiers.ts';
import { emailMaxCharacters, shareMessageMaxCharacters } from '../limits.ts';
import { characters, dateTime } from '../text.ts';
import { shareRules } from './shareRules.ts';
import { user } from './user.ts';

/** The versions of the document that a share opens. */
export const sharedVersions = z.enum(['current', 'all'], 'must be current or all');
export type SharedVersions = z.infer<typeof sharedVersions>;

/** Permission for one person, named by an e-mail address, to read one document. */
export const share = z.strictObject({
  id: shareId,
  document_id: documentId,
  email: characters(1, emailMaxCharacters),
  /** The document's `service_url`. */
  url: z.url(),
  /** null: the share has no end. */
  expires_at: z.nullable(dateTime),
  message: characters(0, shareMessageMaxCharacters),
  notify_me: z.boolean(),
  rules: shareRules,
  versions: sharedVersions,
  mail: mailStatus,
  created_at: dateTime,
  created_by: user,
  /** The number of times that the person viewed or downloaded the document during the share. */
  reads: z.int().check(z.minimum(0)),
  first_read_at: z.nullable(dateTime),
  last_read_at: z.nullable(dateTime),
  /** Only in the list of ended shares, like `ended_by`. */
  ended_at: z.optional(dateTime),
  /** null: time ended the share, or the person left the organization, or an operator withdrew the share. */
  ended_by: z.optional(z.nullable(user)),
});
export type Share = z.infer<typeof share>;

/**
 * The fields of a share that a client can change. The entity tag covers only these fields, because other fields change without a request.
 */
export const changeableShareFields = [
  'expires_at',
  'notify_me',
  'rules',
  'versions',
] as const satisfies readonly (keyof Share)[];

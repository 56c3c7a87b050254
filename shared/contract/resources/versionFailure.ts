import * as z from 'zod/mini';
import { versionId } from '../identifiers.ts';

/** Why a version failed, and one sentence for each reason that says what to do. */
export const failureMessages = {
  damaged:
    'No PDF reader can open this file: export it again from the program that made it, and upload the new file.',
  no_pages: 'This file has no pages: export it again with at least one page, and upload the new file.',
  took_too_long:
    'Reading this file takes too much time or memory: print it to a new PDF, or divide it into smaller files, and upload these.',
  crashed_reader: 'This file crashes the program that reads it: print it to a new PDF, and upload that file.',
  unknown: 'The service could not read this file: upload it again, or export it again first.',
} as const;
export type FailureCode = keyof typeof failureMessages;

const codes = Object.keys(failureMessages) as [FailureCode, ...FailureCode[]];

/**
 * `damaged`: no reader program opens the file. `took_too_long`: it takes too much time or memory. `crashed_reader`: a reader program crashed,
 * or processing was killed three times. `unknown`: the version failed in a release before 1.1.0, or its upload was gone.
 */
export const failureCode = z.enum(codes);

export const versionFailure = z.strictObject({ code: failureCode, message: z.string() });
export type VersionFailure = z.infer<typeof versionFailure>;

/** Why the people whom a document is meant for cannot read its newest version, and one sentence for each reason that says what to do. */
export const problemMessages = {
  ...failureMessages,
  password:
    'This file needs a password, so readers see no pages: remove the password, and upload the file as a new version.',
  not_shown:
    'The pages of this file cannot be shown as pictures, as a policy or a share asks: upload a simpler or shorter PDF as a new version.',
} as const;
export type ProblemCode = keyof typeof problemMessages;

export const problemCode = z.enum(Object.keys(problemMessages) as [ProblemCode, ...ProblemCode[]]);

/** A later release may know more codes. */
export const versionProblem = z.strictObject({
  version_id: versionId,
  code: problemCode,
  message: z.string(),
});
export type VersionProblem = z.infer<typeof versionProblem>;

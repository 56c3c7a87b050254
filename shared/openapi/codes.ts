import * as z from 'zod/mini';
import { type ErrorCode, errorCodes, type ProblemCode } from '../contract/errorCodes.ts';
import { isAnsweredOnce, type OperationContract, refusesUnknownQuery } from '../contract/operation.ts';
import type { OperationId } from '../contract/tableOfContents.ts';
import { codeWords, invalidBodyStatus, takesParameters } from '../contract/words/errorCodes.ts';

/** A code of `X-Error-Code`. */
export type Code = ErrorCode | ProblemCode;
type Answers = (operation: OperationContract) => boolean;

/** The codes that only problems have, each with the operations that answer it. */
const problemCodeOf: Readonly<Record<ProblemCode, readonly OperationId[]>> = {
  name_taken: ['createPolicy', 'updatePolicy', 'createGroup', 'updateGroup'],
  last_owner: ['updateMemberRole', 'removeMember'],
  already_member: ['createInvitation'],
  endpoint_disabled: ['testWebhook', 'resendWebhookDelivery', 'resendWebhookDeliveries'],
  url_not_allowed: ['registerWebhook', 'updateWebhook'],
};

const takesBody: Answers = ({ body }) => body !== null;
/** A body that is a file has no fields, and is refused as a whole. */
const takesFields: Answers = ({ body }) => body !== null && body.kind !== 'file';
const requiresField: Answers = ({ body }) =>
  body?.kind === 'json' &&
  z.safeParse<z.ZodMiniType>(body.schema, {}).error?.issues.some(({ path }) => path.length > 0) === true;
const isOneOf =
  (ids: readonly OperationId[]): Answers =>
  ({ id }) =>
    ids.includes(id);

/** The codes for 400 and 422 in problems. Each row has a status, a code, and the condition under which an operation answers the code. */
const invalidInProblems: readonly (readonly [status: number, code: Code, answers: Answers])[] = [
  // `updatePolicy` has no required field, but a request that locks a policy must repeat the policy's name.
  [400, 'missing_required_field', (operation) => requiresField(operation) || operation.id === 'updatePolicy'],
  [400, 'invalid_value', (operation) => takesParameters(operation) || takesFields(operation)],
  [invalidBodyStatus, 'missing_required_field', takesFields],
  [
    invalidBodyStatus,
    'invalid_value',
    (operation) => takesBody(operation) || operation.method === 'POST' || refusesUnknownQuery(operation),
  ],
  [
    invalidBodyStatus,
    'unknown_field',
    (operation) => takesFields(operation) || refusesUnknownQuery(operation),
  ],
  [invalidBodyStatus, 'idempotency_key_reused', isAnsweredOnce],
  ...Object.entries(problemCodeOf).map(
    ([code, ids]) => [invalidBodyStatus, code as ProblemCode, isOneOf(ids)] as const,
  ),
];

const inEnvelopes = (Object.keys(errorCodes) as ErrorCode[]).map(
  (code) => [errorCodes[code].status, code, codeWords[code].answeredBy ?? (() => true)] as const,
);
const inProblems = [...invalidInProblems, ...inEnvelopes.filter(([status]) => status !== 400)];

/** Returns the codes with which an operation can refuse a request, by status. */
export function codesOf(operation: OperationContract): Record<string, Code[]> {
  const all = operation.errorFormat === 'problem' ? inProblems : inEnvelopes;
  const answered = all.filter(([, , answers]) => answers(operation));
  return Object.fromEntries(
    [...Map.groupBy(answered, ([status]) => String(status))].map(([status, rows]) => [
      status,
      rows.map(([, code]) => code),
    ]),
  );
}

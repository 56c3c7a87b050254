import { ApiError, ConnectionError } from '../../client/index.ts';
import { isWord, t } from '../words/words.ts';
import { OtherOrganizationError } from './api.ts';
import { type NamedIssue, namedIssues } from './namedIssues.ts';

/** An error as the console shows it. */
export interface Explanation {
  /** What happened, in the console's words. */
  readonly text: string;
  /** The service's sentence, if the console's words do not say why. */
  readonly reason: string | null;
  /** For *Details*: the service's sentence. */
  readonly message: string | null;
  readonly requestId: string | null;
}

const own = (text: string): Explanation => ({ text, reason: null, message: null, requestId: null });

/** The codes with several causes. */
const manyCauses: readonly unknown[] = ['insufficient_permissions', 'invalid_value', 'quota_exceeded'];

export function explain(error: unknown): Explanation {
  if (error instanceof OtherOrganizationError) return own(t('error.elsewhere'));
  if (error instanceof ConnectionError) return own(t('error.offline'));
  if (!(error instanceof ApiError)) return own(t('error.internal_error'));
  const { code, message, requestId, status } = error;
  const key = `error.${code}`;
  const isRefused = status === 400 || status === 422;
  const text = isWord(key)
    ? t(key as 'error.internal_error')
    : t(isRefused ? 'error.invalid_value' : 'error.internal_error');
  return { text, reason: manyCauses.includes(code) ? message : null, message, requestId };
}

/** Returns an error in one text, for places without *Details*. */
export function inOneText(error: unknown): string {
  const { text, reason } = explain(error);
  return reason === null ? text : `${text} ${reason}`;
}

/** What is wrong with a field of a request. */
export interface FieldIssue extends Explanation {
  readonly names: NamedIssue['names'];
}

/** Returns what is wrong with each field, from both formats of errors. Empty for an error that is about no field. */
export const fieldIssues = (error: unknown): FieldIssue[] =>
  error instanceof ApiError
    ? namedIssues(error).map(({ names, message, entry }) => {
        const text = textOf(names[0] ?? '', error.code);
        return {
          names,
          text: entry === undefined ? text : `${entry}: ${text}`,
          reason: null,
          message,
          requestId: error.requestId,
        };
      })
    : [];

/** Returns the words for a wrong field: those of the code, of the field, or of all fields. */
function textOf(name: string, code: unknown): string {
  const field = name.split('.').at(-1);
  if (code !== 'invalid_value' && isWord(`error.${code}`))
    return t(`error.${code}` as 'error.internal_error');
  return isWord(`invalid.${field}`) ? t(`invalid.${field}` as 'invalid.email') : t('error.invalid_value');
}

import { ApiError, ConnectionError } from '../../client/index.ts';
import { isWord, t } from '../words/words.ts';
import { OtherOrganizationError } from './api.ts';

/** Returns an error as the console shows it. */
export function explain(error: unknown): { readonly text: string; readonly requestId: string | null } {
  if (error instanceof OtherOrganizationError) return { text: t('error.elsewhere'), requestId: null };
  if (error instanceof ConnectionError) return { text: t('error.offline'), requestId: null };
  if (!(error instanceof ApiError)) return { text: t('error.internal_error'), requestId: null };
  const details = error.errors.map(({ location, message }) => `${location}: ${message}`).join('; ');
  // The console has its own words for some codes.
  const own = isWord(`error.${error.code}`) && t(`error.${error.code as 'internal_error'}`);
  return { text: own || details || error.message, requestId: error.requestId };
}

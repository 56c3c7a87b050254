import { ApiError, ConnectionError } from '../../client/index.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';
import { OtherOrganizationError } from './api.ts';

/** The console's own words for some errors. For all others, the console shows the service's message. */
const words: Readonly<Partial<Record<string, WordKey>>> = {
  rate_limit_exceeded: 'error.tooMany',
  internal_error: 'error.internal',
  resource_not_found: 'error.notFound',
  precondition_failed: 'error.changed',
  quota_exceeded: 'error.quota',
  missing_api_key: 'error.signedOut',
  invalid_session: 'error.signedOut',
  file_too_large: 'error.fileTooLarge',
  invalid_file: 'error.notPdf',
};

/** Returns an error as the console shows it. */
export function explain(error: unknown): { readonly text: string; readonly requestId: string | null } {
  if (error instanceof OtherOrganizationError) return { text: t('error.elsewhere'), requestId: null };
  if (error instanceof ConnectionError) return { text: t('error.offline'), requestId: null };
  if (!(error instanceof ApiError)) return { text: t('error.internal'), requestId: null };
  const key = words[error.code ?? ''];
  const details = error.errors.map(({ location, message }) => `${location}: ${message}`).join('; ');
  return { text: key ? t(key as 'error.internal') : details || error.message, requestId: error.requestId };
}

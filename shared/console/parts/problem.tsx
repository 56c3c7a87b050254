import { explain } from '../service/explain.ts';
import { t } from '../words/words.ts';
import { Button } from './controls.tsx';
import { Icon } from './icon.tsx';

/** An error where it occurred, with the id of the request. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error === undefined || error === null) return null;
  const { text, requestId } = explain(error);
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>
        <p>{text}</p>
        {requestId && <p class="request-id">{t('error.request', { id: requestId })}</p>}
      </div>
      {onRetry && (
        <Button look="small" onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </div>
  );
}

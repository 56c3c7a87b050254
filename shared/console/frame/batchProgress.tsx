import type { Outcome } from '../service/batch.ts';
import { t } from '../words/words.ts';
import { Waiting } from './notices.tsx';

/** How much of a batch has ended, and whether the rate limit keeps it waiting: a dialog covers the frame's notice of that. */
export const BatchProgress = ({ outcomes }: { readonly outcomes: readonly Outcome<unknown>[] }) => (
  <>
    <progress
      max={outcomes.length}
      value={outcomes.filter(({ state }) => state !== 'waiting' && state !== 'running').length}
      aria-label={t('batch.outcomes')}
    />
    <div role="status">
      <Waiting />
    </div>
  </>
);

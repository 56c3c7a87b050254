import type { Document } from '../../client/types.ts';
import type { Details } from '../library/list.ts';
import { Icon } from '../parts/controls.tsx';
import { t } from '../words/words.ts';

interface ProblemProps {
  readonly document: Pick<Document, 'current_version'>;
  readonly problem: Details['problem'] | undefined;
}

/** Says why people cannot read the newest version, what to do, and what they read meanwhile. Shows nothing without such a problem. */
export function ProblemOfVersion({ document: { current_version }, problem }: ProblemProps) {
  if (!problem) return null;
  const isReplaced = current_version && current_version.id !== problem.version_id;
  return (
    <section class="problem" role="status">
      <Icon name="warning" />
      <div>
        <p>
          <strong>{isReplaced ? t('problem.newVersionTitle') : t('problem.title')}</strong>
        </p>
        <p>
          {t(`failure.${problem.code}`)} {isReplaced && t('problem.stillRead')}
        </p>
      </div>
    </section>
  );
}

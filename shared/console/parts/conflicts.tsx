import { t } from '../words/words.ts';

/** Somebody else changed a resource while a person was editing it. */
export interface Conflict {
  /** What changed meanwhile. */
  readonly changes: readonly (readonly [label: string, before: string, after: string])[];
  /** The text that was not saved. */
  readonly mine: string;
}

interface ConflictsProps extends Conflict {
  /** Saves the person's text over the present state. */
  readonly onSave: (mine: string) => Promise<unknown>;
  /** Leaves the present state. */
  readonly onDrop: () => void;
}

export const Conflicts = ({ changes, mine, onSave, onDrop }: ConflictsProps) => (
  <div class="notice alert conflict" role="alert">
    <div>
      <p>
        <strong>{t('conflict.title')}</strong>
      </p>
      <dl class="facts">
        {changes.map(([label, before, after]) => (
          <>
            <dt>{label}</dt>
            <dd>
              <del>{before || t('conflict.empty')}</del> <ins>{after || t('conflict.empty')}</ins>
            </dd>
          </>
        ))}
        <dt>{t('conflict.mine')}</dt>
        <dd>{mine || t('conflict.empty')}</dd>
      </dl>
      <p class="row">
        <button type="button" class="button small" onClick={() => onSave(mine)}>
          {t('conflict.save')}
        </button>
        <button type="button" class="button small" onClick={onDrop}>
          {t('conflict.drop')}
        </button>
      </p>
    </div>
  </div>
);

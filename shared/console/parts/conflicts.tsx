import { t } from '../words/words.ts';
import { Button } from './controls.tsx';
import { Facts } from './list.tsx';

/** The changes that somebody else made to a resource while a person was editing it. */
export interface Conflict {
  /** The fields that changed. */
  readonly changes: readonly (readonly [label: string, before: string, after: string])[];
  /** The text that was not saved. */
  readonly mine: string;
}

interface ConflictsProps extends Conflict {
  /** Saves the person's text over the present state. */
  readonly onSave: (mine: string) => Promise<unknown>;
  /** Discards the person's text. */
  readonly onDrop: () => void;
}

export const Conflicts = ({ changes, mine, onSave, onDrop }: ConflictsProps) => (
  <div class="notice alert conflict" role="alert">
    <div>
      <p>
        <strong>{t('conflict.title')}</strong>
      </p>
      <Facts
        entries={[
          ...changes.map(
            ([label, before, after]) =>
              [label, <Change key={label} before={before} after={after} />] as const,
          ),
          [t('conflict.mine'), mine || t('conflict.empty')],
        ]}
      />
      <p class="row">
        <Button look="small" onClick={() => onSave(mine)}>
          {t('conflict.save')}
        </Button>
        <Button look="small" onClick={onDrop}>
          {t('conflict.drop')}
        </Button>
      </p>
    </div>
  </div>
);

const Change = ({ before, after }: { readonly before: string; readonly after: string }) => (
  <>
    <del>{before || t('conflict.empty')}</del> <ins>{after || t('conflict.empty')}</ins>
  </>
);

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { announce } from '../frame/announce.tsx';
import { ask, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuButton } from '../parts/menu.tsx';
import { accessLevels, accessMeaning, accessText } from '../parts/status.tsx';
import { type Batch, type Outcome, runBatch } from '../service/batch.ts';
import { explain } from '../service/explain.ts';
import { me } from '../service/session.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';
import { deleteDocument, setAccess } from './acts.ts';

interface BarProps {
  readonly documents: readonly Document[];
  readonly onEnd: () => void;
}

/** What can be done to the selected documents together. */
export function BatchBar({ documents, onEnd }: BarProps) {
  const running = useSignal<Batch<Document> | null>(null);
  const count = documents.length;
  const begin = (act: (document: Document) => Promise<unknown>) => {
    running.value = runBatch(documents, act, (left) => t('batch.undone', { count: left }));
  };
  const levels = accessLevels.filter(
    (level) => level !== 'organization' || me.value?.organization_id !== null,
  );
  return (
    <section class="batch" aria-label={t('batch.region')}>
      <p aria-live="polite">{t('batch.selected', { count })}</p>
      <Menu
        label={t('batch.access')}
        class="button"
        button={
          <>
            <Icon name="lock" />
            {t('batch.access')}
          </>
        }
      >
        {levels.map((level) => (
          <MenuButton
            key={level}
            onClick={async () => {
              const text = `${t('batch.accessText', { count, access: accessText(level) })} ${accessMeaning(level)}`;
              if (await ask({ title: t('batch.access'), text, action: t('batch.change') }))
                begin(setAccess(level));
            }}
          >
            {accessText(level)}
          </MenuButton>
        ))}
      </Menu>
      <button
        type="button"
        class="button danger"
        onClick={async () => {
          const isSure = await ask({
            title: t('batch.delete'),
            text: t('batch.deleteText', { count }),
            action: t('library.delete'),
            isDestructive: true,
          });
          if (isSure) begin(deleteDocument);
        }}
      >
        <Icon name="bin" />
        {t('library.delete')}
      </button>
      {running.value && (
        <Outcomes
          batch={running.value}
          onClose={() => {
            running.value = null;
            onEnd();
          }}
        />
      )}
    </section>
  );
}

const outcomeWords = {
  waiting: 'batch.waiting',
  running: 'batch.running',
  done: 'batch.done',
  failed: 'batch.failed',
  stopped: 'batch.stopped',
} as const satisfies Readonly<Record<Outcome<Document>['state'], WordKey>>;

/** The outcome of each document. */
function Outcomes({ batch, onClose }: { readonly batch: Batch<Document>; readonly onClose: () => void }) {
  const outcomes = batch.outcomes.value;
  const ended = outcomes.filter(({ state }) => state !== 'waiting' && state !== 'running').length;
  const isEnded = ended === outcomes.length;
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  useEffect(() => {
    if (isEnded) announce(t('batch.ended', { count: outcomes.length - failed }));
  }, [isEnded]);
  return (
    <Dialog title={t('batch.outcomes')} onClose={isEnded ? onClose : batch.stop}>
      <progress max={outcomes.length} value={ended} aria-label={t('batch.outcomes')} />
      <ul class="outcomes" role="list">
        {outcomes.map(({ item, state, error }) => (
          <li key={item.id}>
            <bdi>{item.title}</bdi>
            <span class={`outcome ${state}`}>
              {t(outcomeWords[state])}
              {state === 'failed' && `: ${explain(error).text}`}
            </span>
          </li>
        ))}
      </ul>
      <footer class="dialog-actions">
        {isEnded ? (
          <button type="button" class="button primary" onClick={onClose}>
            {t('dialog.close')}
          </button>
        ) : (
          <button type="button" class="button" onClick={batch.stop}>
            {t('batch.stop')}
          </button>
        )}
      </footer>
    </Dialog>
  );
}

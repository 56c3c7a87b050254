import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { Choice, type Policy } from '../document/policies.tsx';
import { announce } from '../frame/announce.tsx';
import { ask, Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuButton } from '../parts/menu.tsx';
import { accessLevels, accessMeaning, accessText } from '../parts/status.tsx';
import { api } from '../service/api.ts';
import { type Batch, type Outcome, runBatch } from '../service/batch.ts';
import { explain } from '../service/explain.ts';
import { me } from '../service/session.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';
import { attachPolicy, deleteDocument, restoreDocument, setAccess } from './acts.ts';
import type { View } from './list.ts';

interface BarProps {
  readonly documents: readonly Document[];
  readonly view: View;
  readonly onEnd: () => void;
}

/** What can be done to the selected documents together. */
export function BatchBar({ documents, view, onEnd }: BarProps) {
  const running = useSignal<Batch<Document> | null>(null);
  const count = documents.length;
  const begin = (act: (document: Document) => Promise<unknown>) => {
    running.value = runBatch(documents, act, (left) => t('batch.undone', { count: left }));
  };
  return (
    <section class="batch" aria-label={t('batch.region')}>
      <p aria-live="polite">{t('batch.selected', { count })}</p>
      {view === 'bin' ? (
        <button type="button" class="button" onClick={() => begin(restoreDocument)}>
          {t('batch.restore')}
        </button>
      ) : (
        <Changes documents={documents} onBegin={begin} />
      )}
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

interface ChangesProps {
  readonly documents: readonly Document[];
  readonly onBegin: (act: (document: Document) => Promise<unknown>) => void;
}

/** The changes of documents that are not deleted. */
function Changes({ documents, onBegin }: ChangesProps) {
  const count = documents.length;
  const isChoosing = useSignal(false);
  const policies = useSignal<readonly Policy[]>([]);
  const inOrganization = me.value?.organization_id !== null;
  const levels = accessLevels.filter((level) => level !== 'organization' || inOrganization);
  return (
    <>
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
                onBegin(setAccess(level));
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
          if (isSure) onBegin(deleteDocument);
        }}
      >
        <Icon name="bin" />
        {t('library.delete')}
      </button>
      {inOrganization && (
        <button
          type="button"
          class="button"
          onClick={async () => {
            policies.value = (await api.listPolicies({ limit: 100 })).items;
            isChoosing.value = true;
          }}
        >
          <Icon name="policy" />
          {t('batch.attach')}
        </button>
      )}
      {isChoosing.value && (
        <Choice
          policies={policies.value}
          onClose={() => {
            isChoosing.value = false;
          }}
          onChoose={async ({ id, name }) => {
            isChoosing.value = false;
            const text = t('batch.attachText', { count, name });
            if (await ask({ title: t('batch.attach'), text, action: t('attached.attach') }))
              onBegin(attachPolicy(id));
          }}
        />
      )}
    </>
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

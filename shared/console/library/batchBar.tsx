import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { type Policy, PolicyChoice } from '../document/policies.tsx';
import { announce } from '../frame/announce.tsx';
import { Button, Opener } from '../parts/controls.tsx';
import { ask, Dialog, type Question } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { accessLevels, accessMeaning, accessText } from '../parts/status.tsx';
import { type Batch, runBatch } from '../service/batch.ts';
import { explain } from '../service/explain.ts';
import { me } from '../service/session.ts';
import { t } from '../words/words.ts';
import { attachPolicy, deleteDocument, restoreDocument, setAccess } from './acts.ts';
import type { View } from './list.ts';

type Act = (document: Document) => Promise<unknown>;

interface BarProps {
  readonly documents: readonly Document[];
  readonly view: View;
  readonly onEnd: () => void;
}

/** The changes that can be made to all selected documents at once. */
export function BatchBar({ documents, view, onEnd }: BarProps) {
  const running = useSignal<Batch<Document> | null>(null);
  const count = documents.length;
  const begin = (act: Act) => {
    running.value = runBatch(documents, act, (left) => t('batch.undone', { count: left }));
  };
  return (
    <section class="batch" aria-label={t('batch.region')}>
      <p aria-live="polite">{t('batch.selected', { count })}</p>
      {view === 'bin' ? (
        <Button onClick={() => begin(restoreDocument)}>{t('batch.restore')}</Button>
      ) : (
        <Changes count={count} onBegin={begin} />
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
  readonly count: number;
  readonly onBegin: (act: Act) => void;
}

/** The changes of documents that are not deleted. */
function Changes({ count, onBegin }: ChangesProps) {
  const inOrganization = me.value?.organization_id !== null;
  const levels = accessLevels.filter((level) => level !== 'organization' || inOrganization);
  const beginIfSure = async (question: Question, act: Act) => {
    if (await ask(question)) onBegin(act);
  };
  const remove = () => {
    const text = t('batch.deleteText', { count });
    const question = { title: t('batch.delete'), text, action: t('library.delete'), isDestructive: true };
    return beginIfSure(question, deleteDocument);
  };
  const attach = ({ id, name }: Policy) => {
    const text = t('batch.attachText', { count, name });
    return beginIfSure({ title: t('batch.attach'), text, action: t('attached.attach') }, attachPolicy(id));
  };
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
        commands={levels.map((level) => ({
          title: accessText(level),
          run: () => {
            const text = `${t('batch.accessText', { count, access: accessText(level) })} ${accessMeaning(level)}`;
            return beginIfSure(
              { title: t('batch.access'), text, action: t('common.change') },
              setAccess(level),
            );
          },
        }))}
      />
      <Button look="danger" icon="bin" onClick={remove}>
        {t('library.delete')}
      </Button>
      {inOrganization && (
        <Opener icon="policy" title={t('batch.attach')}>
          {(close) => <PolicyChoice onClose={close} onChoose={attach} />}
        </Opener>
      )}
    </>
  );
}

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
              {t(`outcome.${state}`)}
              {state === 'failed' && `: ${explain(error).text}`}
            </span>
          </li>
        ))}
      </ul>
      <footer class="dialog-actions">
        <Button look={isEnded ? 'primary' : undefined} onClick={isEnded ? onClose : batch.stop}>
          {isEnded ? t('dialog.close') : t('batch.stop')}
        </Button>
      </footer>
    </Dialog>
  );
}

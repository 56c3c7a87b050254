import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { PolicyChoice } from '../document/policies.tsx';
import { announce } from '../frame/toasts.tsx';
import { Button, Icon, Opener } from '../parts/controls.tsx';
import { ask, Dialog, type Question } from '../parts/dialog.tsx';
import { accessLevels, accessMeaning, accessText } from '../parts/marks.tsx';
import { Menu } from '../parts/menu.tsx';
import type { Policy } from '../policies/rules.ts';
import { me } from '../service/api.ts';
import { type Batch, runBatch } from '../service/batch.ts';
import { explain } from '../service/explain.ts';
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
  const beginIfSure = async (act: Act, question: Question) => {
    if (await ask(question)) begin(act);
  };
  const end = () => {
    running.value = null;
    onEnd();
  };
  return (
    <section class="batch" aria-label={t('batch.region')}>
      <p aria-live="polite">{t('batch.selected', { count })}</p>
      {view === 'bin' ? (
        <Button text={t('batch.restore')} onClick={() => begin(restoreDocument)} />
      ) : (
        <Changes count={count} onChange={beginIfSure} />
      )}
      {running.value && <Outcomes batch={running.value} onClose={end} />}
    </section>
  );
}

interface ChangesProps {
  readonly count: number;
  readonly onChange: (act: Act, question: Question) => unknown;
}

/** The changes of documents that are not deleted. */
function Changes({ count, onChange }: ChangesProps) {
  const inOrganization = me.value?.organization_id !== null;
  const levels = accessLevels.filter((level) => level !== 'organization' || inOrganization);
  const setLevel = (level: Document['access_level']) => {
    const text = `${t('batch.accessText', { count, access: accessText(level) })} ${accessMeaning(level)}`;
    return onChange(setAccess(level), { title: t('batch.access'), text, action: t('common.change') });
  };
  const remove = () => {
    const text = t('batch.deleteText', { count });
    const question = { title: t('batch.delete'), text, action: t('library.delete'), isDestructive: true };
    return onChange(deleteDocument, question);
  };
  const attach = ({ id, name }: Policy) => {
    const text = t('batch.attachText', { count, name });
    return onChange(attachPolicy(id), { title: t('batch.attach'), text, action: t('attached.attach') });
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
        commands={levels.map((level) => ({ title: accessText(level), run: () => setLevel(level) }))}
      />
      <Button text={t('library.delete')} look="danger" icon="bin" onClick={remove} />
      {inOrganization && (
        <Opener icon="policy" text={t('batch.attach')}>
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
        {isEnded ? (
          <Button text={t('dialog.close')} look="primary" onClick={onClose} />
        ) : (
          <Button text={t('batch.stop')} onClick={batch.stop} />
        )}
      </footer>
    </Dialog>
  );
}

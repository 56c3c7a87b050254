import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { PolicyChoice } from '../document/policies.tsx';
import { BatchProgress } from '../frame/batchProgress.tsx';
import { putIntoRoom } from '../frame/later.tsx';
import { announce } from '../frame/toasts.tsx';
import { Button, Icon } from '../parts/controls.tsx';
import { ask, Dialog, openDialog, type Question, useClose } from '../parts/dialog.tsx';
import { accessLevels, accessMeaning, accessText } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import type { Policy } from '../policies/policyForm.tsx';
import { me } from '../service/api.ts';
import { type Batch, batchMax, runBatch } from '../service/batch.ts';
import { inOneText } from '../service/explain.ts';
import { ShareDialog } from '../sharing/shareDialog.tsx';
import { t } from '../words/words.ts';
import { attachPolicy, deleteDocument, restoreDocument, setAccess } from './commands.ts';
import type { View } from './list.ts';

type Act = (document: Document) => Promise<unknown>;

interface BarProps {
  readonly documents: readonly Document[];
  readonly view: View;
  readonly onEnd: () => void;
}

/** The changes that can be made to all selected documents at once. */
export function BatchBar({ documents, view, onEnd }: BarProps) {
  const count = documents.length;
  const inOrganization = me.value?.organization_id !== null;
  const begin = (act: Act) => {
    const batch = runBatch(documents, act, (left) => t('batch.unchanged', { count: left }));
    openDialog(<Outcomes batch={batch} onEnd={onEnd} />);
  };
  const askFirst = (act: Act, question: Question) => ask(question, async () => act, begin);
  const setLevel = (level: Document['access_level']) => {
    const keeps = level === 'public' ? t('access.publicKeeps') : '';
    const text = `${t('batch.accessText', { count, access: accessText(level) })} ${accessMeaning(level)} ${keeps}`;
    const question = { title: t('batch.access'), text, action: t('common.change'), isDestructive: false };
    askFirst(setAccess(level), question);
  };
  const remove = () => {
    const text = t('batch.deleteText', { count });
    askFirst(deleteDocument, { title: t('batch.delete'), text, action: t('library.delete') });
  };
  const share = () => {
    const [first, ...others] = documents;
    if (first) openDialog(<ShareDialog documents={[first, ...others]} />);
  };
  const attach = ({ id, name }: Policy) => {
    const text = t('batch.attachText', { count, name });
    const question = { title: t('batch.attach'), text, action: t('attached.attach'), isDestructive: false };
    askFirst(attachPolicy(id), question);
  };
  return (
    <section class="batch" aria-label={t('batch.region')}>
      <p aria-live="polite">
        {t('batch.selected', { count })} {count === batchMax && t('batch.full')}
      </p>
      {view === 'bin' ? (
        <Button text={t('batch.restore')} onClick={() => begin(restoreDocument)} />
      ) : (
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
            commands={accessLevels
              .filter((level) => level !== 'organization' || inOrganization)
              .map((level) => ({ title: accessText(level), run: () => setLevel(level) }))}
          />
          <Button text={t('shares.share')} icon="share" look="primary" onClick={share} />
          <Button text={t('library.delete')} look="danger" icon="bin" onClick={remove} />
          {inOrganization && (
            <>
              <Button
                text={t('batch.attach')}
                icon="policy"
                onClick={() => openDialog(<PolicyChoice onChoose={attach} />)}
              />
              <Button
                text={t('shares.putIntoRoom')}
                icon="room"
                onClick={() => putIntoRoom(documents, onEnd)}
              />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The outcome of each document. Leaving the dialog stops the batch, and then closes the dialog. */
function Outcomes({ batch, onEnd }: { readonly batch: Batch<Document>; readonly onEnd: () => void }) {
  const close = useClose();
  useEffect(() => onEnd, []);
  const outcomes = batch.outcomes.value;
  const isEnded = outcomes.every(({ state }) => state !== 'waiting' && state !== 'running');
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  useEffect(() => {
    if (isEnded) announce(t('batch.ended', { count: outcomes.length - failed }));
  }, [isEnded]);
  return (
    <Dialog title={t('batch.outcomes')} onLeave={isEnded ? close : batch.stop}>
      <BatchProgress outcomes={outcomes} />
      <ul class="rows outcomes" role="list">
        {outcomes.map(({ item, state, error }) => (
          <li key={item.id} class="row-item">
            <bdi>{item.title}</bdi>
            <span class={`outcome ${state}`}>
              {t(`outcome.${state}`)}
              {state === 'failed' && `: ${inOneText(error)}`}
            </span>
          </li>
        ))}
      </ul>
      <footer class="actions">
        {isEnded ? (
          <Button text={t('dialog.close')} look="primary" onClick={close} />
        ) : (
          <Button text={t('batch.stop')} onClick={batch.stop} />
        )}
      </footer>
    </Dialog>
  );
}

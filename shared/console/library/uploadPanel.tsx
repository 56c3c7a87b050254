import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../frame/toasts.tsx';
import { Button, Icon } from '../parts/controls.tsx';
import { paths } from '../paths.ts';
import { may } from '../service/api.ts';
import { explain } from '../service/explain.ts';
import { formatBytes, formatPercent, t } from '../words/words.ts';
import { cancel, clearDone, dropTarget, isOpen, retry, type Upload, upload, uploads } from './uploads.ts';

/** The list of uploads, shown over every screen, and the window as a place to drop files. */
export const Uploads = () => (
  <>
    <DropPlace />
    <Panel />
  </>
);

function Panel() {
  const all = uploads.value;
  const open = all.filter(isOpen).length;
  const title = open > 0 ? t('uploads.sending', { count: open }) : t('uploads.ended');
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open === 0 && wasOpen.current) announce(t('uploads.ended'));
    wasOpen.current = open > 0;
  }, [open]);
  if (all.length === 0) return null;
  return (
    <section class="uploads" aria-label={t('uploads.region')}>
      <header>
        <h2>{title}</h2>
        {open === 0 && <Button look="icon" icon="close" label={t('toast.dismiss')} onClick={clearDone} />}
      </header>
      <ul role="list">
        {all.map((one) => (
          <File key={one.id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function File(one: Upload) {
  const { id, file, state, sent, error, documentId } = one;
  const name = <bdi>{file.name}</bdi>;
  const isStopped = state === 'failed' || state === 'canceled';
  const act = isStopped ? t('error.retry') : t('dialog.cancel');
  return (
    <li class="upload">
      <p class="upload-name">
        {documentId ? <a href={paths.document(documentId)}>{name}</a> : name}
        <span class="quiet-text">{stateText(one)}</span>
      </p>
      {isOpen(one) && (
        <progress max={1} value={sent} aria-label={t('uploads.progress', { name: file.name })} />
      )}
      {state === 'failed' && (
        <p class="field-error" role="alert">
          {explain(error).text}
        </p>
      )}
      {(isStopped || isOpen(one)) && (
        <Button
          text={act}
          look="link"
          label={`${act} ${file.name}`}
          onClick={() => (isStopped ? retry(id) : cancel(one))}
        />
      )}
    </li>
  );
}

function stateText({ state, sent, file }: Upload): string {
  if (state === 'waiting') return formatBytes(file.size);
  return state === 'sending' && sent < 1 ? formatPercent(sent) : t(`uploads.state.${state}`);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Accepts files that are dropped anywhere in the window. */
function DropPlace() {
  const isOver = useSignal(false);
  useEffect(() => {
    const controller = new AbortController();
    const on = (name: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      addEventListener(name, act, { signal: controller.signal });
    const takes = (event: DragEvent): boolean => {
      const isTaken = hasFiles(event) && may('document#write');
      if (isTaken) event.preventDefault();
      return isTaken;
    };
    on('dragover', (event) => {
      if (takes(event)) isOver.value = true;
    });
    on('dragleave', (event) => {
      if (event.relatedTarget === null) isOver.value = false;
    });
    on('drop', (event) => {
      isOver.value = false;
      if (takes(event)) upload(event.dataTransfer?.files);
    });
    return () => controller.abort();
  }, []);
  if (!isOver.value) return null;
  const target = dropTarget.value;
  return (
    <div class="drop-place" aria-hidden="true">
      <Icon name="upload" />
      {'document_id' in target ? t('uploads.dropVersion', { title: target.title }) : t('uploads.drop')}
    </div>
  );
}

/** A button that opens the browser's dialog to choose files. */
export function ChooseFiles({ label, isPrimary }: { readonly label: string; readonly isPrimary?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        text={label}
        look={isPrimary ? 'primary' : undefined}
        icon="upload"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        multiple={!('document_id' in dropTarget.value)}
        hidden
        aria-label={label}
        onChange={(event) => {
          upload(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../frame/announce.tsx';
import { Icon } from '../parts/icon.tsx';
import { paths } from '../paths.ts';
import { explain } from '../service/explain.ts';
import { may } from '../service/session.ts';
import { formatBytes, formatPercent } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { cancel, clearDone, dropTarget, isOpen, retry, type Upload, upload, uploads } from './uploads.ts';

/** The files that are sent, over all screens, and the place to drop more. */
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
        {open === 0 && (
          <button type="button" class="icon-button" aria-label={t('toast.dismiss')} onClick={clearDone}>
            <Icon name="close" />
          </button>
        )}
      </header>
      <ul role="list">
        {all.map((one) => (
          <Row key={one.id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ id, file, state, sent, error, documentId }: Upload) {
  return (
    <li class="upload">
      <p class="upload-name">
        {documentId ? (
          <a href={paths.document(documentId)}>
            <bdi>{file.name}</bdi>
          </a>
        ) : (
          <bdi>{file.name}</bdi>
        )}
        <span class="quiet-text">{stateText(state, sent, file.size)}</span>
      </p>
      {isOpen({ state } as Upload) && (
        <progress max={1} value={sent} aria-label={t('uploads.progress', { name: file.name })} />
      )}
      {state === 'failed' && (
        <p class="field-error" role="alert">
          {explain(error).text}
        </p>
      )}
      {state === 'failed' || state === 'canceled' ? (
        <button type="button" class="link" onClick={() => retry(id)}>
          {t('error.retry')}
          <span class="hidden"> {file.name}</span>
        </button>
      ) : null}
      {isOpen({ state } as Upload) && (
        <button type="button" class="link" onClick={() => cancel(id)}>
          {t('dialog.cancel')}
          <span class="hidden"> {file.name}</span>
        </button>
      )}
    </li>
  );
}

function stateText(state: Upload['state'], sent: number, size: number): string {
  switch (state) {
    case 'sending':
      return sent < 1 ? formatPercent(sent) : t('uploads.storing');
    case 'done':
      return t('uploads.done');
    case 'failed':
      return t('uploads.failed');
    case 'canceled':
      return t('uploads.canceled');
    default:
      return formatBytes(size);
  }
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** The whole window takes files. */
function DropPlace() {
  const isOver = useSignal(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event) || !may('document#write')) return;
      event.preventDefault();
      isOver.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      isOver.value = false;
      if (!hasFiles(event) || !may('document#write')) return;
      event.preventDefault();
      upload(event.dataTransfer?.files ?? [], dropTarget.value);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
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

/** A button that opens the choice of files. */
export function ChooseFiles({ label, isPrimary }: { readonly label: string; readonly isPrimary?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'button primary' : 'button'}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        multiple={!('document_id' in dropTarget.value)}
        hidden
        aria-label={label}
        onChange={(event) => {
          upload(event.currentTarget.files ?? [], dropTarget.value);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

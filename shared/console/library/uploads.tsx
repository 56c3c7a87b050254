import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ConnectionError } from '../../client/index.ts';
import type { Document } from '../../client/types.ts';
import { cleanedName } from '../../contract/shownText.ts';
import { announce } from '../frame/toasts.tsx';
import { Button, Icon } from '../parts/controls.tsx';
import { paths } from '../paths.ts';
import { api, change, isAbort, may } from '../service/api.ts';
import { watchWork } from '../service/batch.ts';
import { explain } from '../service/explain.ts';
import { formatBytes, formatPercent, t } from '../words/words.ts';
import { noteDocument } from './list.ts';

/** What a file becomes: a document, or a version of one. */
type UploadTarget =
  | { readonly access_level: Document['access_level'] | null }
  | { readonly document_id: Document['id']; readonly title: string };

export interface Upload {
  /** Also the `Idempotency-Key`, so that a retry makes no second document or version. */
  readonly id: string;
  readonly file: File;
  readonly target: UploadTarget;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'canceled';
  /** From 0 to 1. */
  readonly sent: number;
  readonly error?: unknown;
  /** Cancels the sending. */
  readonly controller?: AbortController;
  /** The document that the file belongs to, when it is there. */
  readonly documentId?: Document['id'];
}

/** The files of this tab, oldest first. */
export const uploads = signal<readonly Upload[]>([]);
/** Counts the files that became documents or versions, so that lists load them. */
const uploadedCount = signal(0);
/** Calls `reload` each time that a file became a document or a version. */
export function useReloadAfterUpload(reload: () => unknown, isWanted = true): void {
  useEffect(() => {
    if (uploadedCount.value > 0 && isWanted) void reload();
  }, [uploadedCount.value]);
}
/** Where files go. A document's screen sets it. */
export const dropTarget = signal<UploadTarget>({ access_level: null });

/** The number of files that are sent at the same time. */
const lanes = 2;

/** The list closes after this time when all files have arrived and the person is on another screen. */
const closesAfterMilliseconds = 5000;

const set = (id: string, changes: Partial<Upload>) => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one));
};

/** Returns the title of a document from the name of its file, without `.pdf`. */
export const titleOf = (fileName: string): string =>
  cleanedName(fileName.replace(/\.pdf$/i, '')) ?? cleanedName(fileName) ?? t('library.untitled');

/** Sends files one after another. One that fails stops no other. */
export function upload(files: Iterable<File> | null | undefined): void {
  const target = dropTarget.value;
  const added = [...(files ?? [])].map(
    (file): Upload => ({ id: crypto.randomUUID(), file, target, state: 'waiting', sent: 0 }),
  );
  uploads.value = [...uploads.value, ...added];
  fillLanes();
}

/** Sends a file again, with the same `Idempotency-Key`. */
export function retry(id: string): void {
  set(id, { state: 'waiting', sent: 0, error: undefined });
  fillLanes();
}

export function cancel({ id, controller }: Upload): void {
  set(id, { state: 'canceled' });
  controller?.abort();
}

/** Removes the files from the list that are neither waiting nor being sent. */
export function clearDone(): void {
  uploads.value = uploads.value.filter(isOpen);
}

export const isOpen = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

watchWork(
  (count) => t('uploads.undone', { count }),
  () => uploads.value.filter(isOpen).length,
);

function fillLanes(): void {
  const open = uploads.value.filter(isOpen);
  const free = lanes - open.filter(({ state }) => state === 'sending').length;
  for (const one of open.filter(({ state }) => state === 'waiting').slice(0, free)) void send(one);
}

async function send(one: Upload): Promise<void> {
  const controller = new AbortController();
  set(one.id, { state: 'sending', controller });
  try {
    const documentId = await change(() => make(one, controller.signal));
    set(one.id, { state: 'done', sent: 1, documentId });
    uploadedCount.value += 1;
  } catch (error) {
    if (!isAbort(error)) set(one.id, { state: 'failed', error });
  }
  fillLanes();
}

async function make({ id, file, target }: Upload, signal: AbortSignal): Promise<Document['id']> {
  const options = {
    signal,
    idempotencyKey: id,
    onProgress: ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
      set(id, { sent: sentBytes / totalBytes }),
  };
  if ('document_id' in target) {
    const { document_id } = target;
    return (await api.createDocumentVersion({ document_id, payload: file }, options)).document_id;
  }
  const access_level = target.access_level ?? undefined;
  const input = { title: titleOf(file.name), payload: file, access_level };
  const made = await api.createDocument(input, options);
  noteDocument(made);
  return made.id;
}

/** Sends files again whose connection failed, as soon as the browser is online. */
export function retryWhenOnline(): void {
  addEventListener('online', () => {
    for (const { id, state, error } of uploads.value)
      if (state === 'failed' && error instanceof ConnectionError) retry(id);
  });
}

/** The list of uploads, shown over every screen. */
export function Uploads() {
  const all = uploads.value;
  const open = all.filter(isOpen).length;
  const title = open > 0 ? t('uploads.sending', { count: open }) : t('uploads.ended');
  const wasOpen = useRef(false);
  useEffect(() => {
    if (open === 0 && wasOpen.current) announce(t('uploads.ended'));
    wasOpen.current = open > 0;
  }, [open]);
  const { path } = useLocation();
  const appearedAt = useRef(path);
  if (all.length === 0) appearedAt.current = path;
  const closes = path !== appearedAt.current && all.every(({ state }) => state === 'done');
  useEffect(() => {
    const timer = closes ? setTimeout(clearDone, closesAfterMilliseconds) : undefined;
    return () => clearTimeout(timer);
  }, [closes]);
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
export function DropPlace() {
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

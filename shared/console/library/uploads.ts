import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ConnectionError } from '../../client/index.ts';
import type { Document } from '../../client/types.ts';
import { api, change, isAbort } from '../service/api.ts';
import { watchWork } from '../service/unfinished.ts';
import { t } from '../words/words.ts';
import { noteDocument } from './recent.ts';

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

const set = (id: string, changes: Partial<Upload>) => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one));
};

/** Returns the title of a document from the name of its file, without `.pdf`. */
export const titleOf = (fileName: string): string =>
  [...(fileName.replace(/\.pdf$/i, '').trim() || fileName)].slice(0, 255).join('');

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

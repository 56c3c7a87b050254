import { type Signal, signal } from '@preact/signals';
import { ApiError, ConnectionError } from '../../client/index.ts';
import type { Document, Operations, Version } from '../../client/types.ts';
import { cleanedName } from '../../contract/shownText.ts';
import { attempt } from '../frame/toasts.tsx';
import { api, change, isAbort, me, pace } from '../service/api.ts';
import { watchWork } from '../service/batch.ts';
import { t } from '../words/words.ts';
import { setAccess } from './commands.ts';
import { noteDocument, readEnded } from './list.ts';
import { carryOut, forgetReplacement, noteReplacement, replacementsOf } from './replacements.ts';

type Access = Document['access_level'];
export type VersionDetails = Operations['listDocumentVersionDetails']['output']['items'][number];

/** What a file becomes: a document, or a version of one. */
export type UploadTarget = null | Pick<Document, 'id' | 'title'>;

/** What a person chooses for a new version. */
export interface VersionChoice {
  /** The version that is deleted when this one is ready. Default: none */
  readonly replaces?: Version['id'];
  /** Whether people who read an earlier version by a share get a mail. Default: false */
  readonly tellsReaders?: boolean;
}

/** A file or a folder that a person dropped. */
export type Dropped = File | { readonly name: string; readonly within: readonly Dropped[] };

/** Takes what is dropped in place of the library. A room's screen sets it. */
export const folderTarget = signal<{
  readonly name: string;
  readonly take: (all: readonly Dropped[]) => unknown;
} | null>(null);

/** A place that a document gets as soon as the service has it, such as a folder of a room. */
export interface Place {
  /** Such as `Purchase / Contracts`. */
  readonly name: string;
  readonly state: Signal<'waiting' | 'done' | 'failed'>;
  /** Why the document did not get its place. */
  readonly error: unknown;
  put(id: Document['id']): void;
  /** The file becomes no document, unless it is tried again. */
  leave(): void;
  /** Tries again to put the document there. */
  retry(): void;
}

export interface Upload extends VersionChoice {
  /** Also the `Idempotency-Key`, so that a retry makes no second document or version. */
  readonly id: string;
  readonly file: File;
  /** Null: a new document */
  readonly target: UploadTarget;
  /** Of the new document. Default: the library alone */
  readonly place?: Place | undefined;
  /** `processing`: the service has the file. `refused`: sending it again would not help. */
  readonly state:
    | 'waiting'
    | 'sending'
    | 'processing'
    | 'ready'
    | 'unreadable'
    | 'refused'
    | 'failed'
    | 'canceled';
  /** From 0 to 1. */
  readonly sent: number;
  readonly error?: unknown;
  /** Cancels the sending. */
  readonly controller?: AbortController;
  /** What the file became, when the service has it. */
  readonly made?: Made;
  /** Why nobody can read the version: `failure` or `needs_password` says so. */
  readonly details?: VersionDetails;
}

interface Made {
  readonly documentId: Document['id'];
  /** The new document; undefined if the file became a version. */
  readonly document: Document | undefined;
  /** The new version; undefined for a new document, which has one version. */
  readonly versionId: Version['id'] | undefined;
}

/** The files of this tab, oldest first. */
export const uploads = signal<readonly Upload[]>([]);

/** Counts the files that became documents or versions, so that lists load them. */
export const uploadedCount = signal(0);

/** Where files go. A document's screen sets it. */
export const dropTarget = signal<UploadTarget>(null);

/** The number of files that are sent at the same time. */
const lanes = 2;

const set = (id: string, changes: Partial<Upload>) => {
  uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...changes } : one));
};

/** Returns the title of a document from the name of its file, without `.pdf`. */
export const titleOf = (fileName: string): string =>
  cleanedName(fileName.replace(/\.pdf$/i, '')) ?? cleanedName(fileName) ?? t('library.untitled');

export const isPdf = ({ type, name }: File): boolean => type === 'application/pdf' || /\.pdf$/i.test(name);

/** Sends files one after another. One that fails stops no other. Files that are no PDFs are refused here. */
export const upload = (files: readonly File[], target: UploadTarget, choice: VersionChoice = {}): void =>
  add(files.map((file) => ({ ...choice, file, target })));

/** Sends files that become new documents, each with its place. */
export const uploadTo = (files: readonly { readonly file: File; readonly place: Place }[]): void =>
  add(files.map((one) => ({ ...one, target: null })));

function add(files: readonly Omit<Upload, 'id' | 'state' | 'sent'>[]): void {
  const added = files.map((one): Upload => {
    const state = isPdf(one.file) ? 'waiting' : 'refused';
    if (state === 'refused') one.place?.leave();
    return { ...one, id: crypto.randomUUID(), state, sent: 0 };
  });
  uploads.value = [...uploads.value, ...added];
  fillLanes();
}

/** Sends a file again, with the same `Idempotency-Key`; or if the service has it, only tries its place again. */
export function retry(id: string): void {
  const one = uploads.value.find((upload) => upload.id === id);
  if (one?.made) one.place?.retry();
  else {
    set(id, { state: 'waiting', sent: 0, error: undefined });
    fillLanes();
  }
}

export function cancel({ id, controller, place }: Upload): void {
  set(id, { state: 'canceled' });
  place?.leave();
  controller?.abort();
}

/** Removes the files from the list that are neither waiting nor being sent, and whose documents have their places. */
export function clearDone(): void {
  uploads.value = uploads.value.filter((one) => isOpen(one) || isPlacing(one));
}

/** Whether the service has the file, and the document has not got its place yet. */
export const isPlacing = ({ made, place }: Upload): boolean =>
  made !== undefined && place?.state.value === 'waiting';

/** Whether the service does not have the file yet. */
export const isOpen = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

watchWork(
  (count) => t('uploads.notUploaded', { count }),
  () => uploads.value.filter((one) => isOpen(one) || isPlacing(one)).length,
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
    const made = await change(() => make(one, controller.signal));
    set(one.id, { state: 'processing', sent: 1, made });
    uploadedCount.value += 1;
    void follow();
    one.place?.put(made.documentId);
    if (!one.target) await giveAccess();
  } catch (error) {
    one.place?.leave();
    if (!isAbort(error)) set(one.id, { state: isRefusal(error) ? 'refused' : 'failed', error });
  }
  fillLanes();
}

/** Whether the service says that this file or request will never be accepted. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

async function make(
  { id, file, target, tellsReaders, replaces }: Upload,
  signal: AbortSignal,
): Promise<Made> {
  const options = {
    signal,
    idempotencyKey: id,
    onProgress: ({ sentBytes, totalBytes }: { sentBytes: number; totalBytes: number }) =>
      set(id, { sent: sentBytes / totalBytes }),
  };
  if (target) {
    const notify_readers = tellsReaders ? 'true' : 'false';
    const input = { document_id: target.id, payload: file, notify_readers } as const;
    const version = await api.createDocumentVersion(input, options);
    if (replaces) noteReplacement({ documentId: target.id, oldId: replaces, newId: version.id });
    return { documentId: target.id, document: undefined, versionId: version.id };
  }
  const input = { title: titleOf(file.name), payload: file, access_level: uploadAccess() };
  const document = await api.createDocument(input, options);
  noteDocument(document);
  return { documentId: document.id, document, versionId: undefined };
}

/** Sends files again whose connection failed, as soon as the browser is online. */
export function retryWhenOnline(): void {
  addEventListener('online', () => {
    for (const { id, state, error } of uploads.value)
      if (state === 'failed' && error instanceof ConnectionError) retry(id);
  });
}

// Access

/** Changes when the person chooses another access level in this tab. */
const chosen = signal<Access | null>(null);
const accessKey = () => `upload access ${me.value?.user.id}`;
const isLevel = (level: string | null): level is Access =>
  level === 'public' || level === 'private' || (level === 'organization' && !!me.value?.organization_id);

/** The access level of new documents. The browser remembers it for the person. */
export function uploadAccess(): Access {
  const level = chosen.value ?? localStorage.getItem(accessKey());
  return isLevel(level) ? level : 'private';
}

/** Sets the access level of the documents that the listed files become, and of later ones. */
export function chooseAccess(level: Access): Promise<void> {
  chosen.value = level;
  localStorage.setItem(accessKey(), level);
  return attempt(giveAccess);
}

/** Gives the new documents of the list the chosen access level. */
async function giveAccess(): Promise<void> {
  const access_level = uploadAccess();
  for (const { id, made } of uploads.value) {
    const document = made?.document;
    if (!document || document.access_level === access_level) continue;
    await pace();
    await change(() => setAccess(access_level)(document));
    const changed = { ...document, access_level };
    set(id, { made: { ...made, document: changed } });
    noteDocument(changed);
  }
  uploadedCount.value += 1;
}

// Processing

/** Whether this asks what becomes of a document, so that lists need not ask. */
export const isFollowed = ({ id }: Document): boolean =>
  uploads.value.some(({ state, made }) => state === 'processing' && made?.document?.id === id);

const firstMilliseconds = 1000;
const longestMilliseconds = 15_000;
let isFollowing = false;

/** Asks what became of the files, at growing intervals, until all are ready or failed. */
async function follow(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  for (let wait = firstMilliseconds; ; wait = Math.min(longestMilliseconds, wait * 1.5)) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    const processing = uploads.value.filter(({ state }) => state === 'processing');
    if (processing.length === 0) break;
    // The next turn asks again, so a failure of one turn is not shown.
    await followAll(processing).catch(() => undefined);
  }
  isFollowing = false;
}

async function followAll(processing: readonly Upload[]): Promise<void> {
  const ended = await readEnded(processing.flatMap(({ made }) => made?.document ?? []));
  const known = new Map(ended.map((document) => [document.id, document]));
  for (const { id, made } of processing) {
    if (!made) continue;
    const { documentId: document_id, versionId } = made;
    const document = known.get(document_id);
    if (!versionId && !document) continue;
    await pace();
    const { items } = await api.listDocumentVersionDetails({ document_id });
    const details = items.find(({ version_id }) => !versionId || version_id === versionId);
    if (!details || !hasEnded(details)) continue;
    if (document) noteDocument(document);
    const state = isReadable(details) ? 'ready' : 'unreadable';
    set(id, { state, details, ...(document && { made: { ...made, document } }) });
    await replace(made, state === 'ready');
    uploadedCount.value += 1;
  }
}

/** Deletes the version that a new one replaces. If that fails, the document's screen offers it. A version that cannot be read replaces none. */
async function replace({ documentId, versionId }: Made, isReady: boolean): Promise<void> {
  const wish = replacementsOf(documentId).find(({ newId }) => newId === versionId);
  if (!wish) return;
  if (!isReady) return forgetReplacement(wish);
  await attempt(() => carryOut(wish));
}

/** Whether this tab asks what becomes of a version. */
export const isVersionFollowed = (id: Version['id']): boolean =>
  uploads.value.some(({ state, made }) => state === 'processing' && made?.versionId === id);

const hasEnded = ({ page_count, failure, needs_password }: VersionDetails): boolean =>
  page_count !== null || failure !== null || needs_password;

export const isReadable = ({ failure, needs_password }: VersionDetails): boolean =>
  failure === null && !needs_password;

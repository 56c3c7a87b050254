import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../frame/toasts.tsx';
import { Button, Select } from '../parts/controls.tsx';
import { accessLevels, accessMeaning, accessText } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { me } from '../service/api.ts';
import { inOneText } from '../service/explain.ts';
import { formatBytes, formatPercent, t } from '../words/words.ts';
import { askIfPublic } from './commands.ts';
import {
  cancel,
  chooseAccess,
  clearDone,
  isOpen,
  isPlacing,
  retry,
  type Upload,
  uploadAccess,
  uploadedCount,
  uploads,
} from './uploads.ts';

/** Calls `reload` each time that a file became a document or a version, or can be read. */
export function useReloadAfterUpload(reload: () => unknown, isWanted = true): void {
  useEffect(() => {
    if (uploadedCount.value > 0 && isWanted) void reload();
  }, [uploadedCount.value]);
}

/** The panel closes after this time when all went well. */
const closesAfterMilliseconds = 5000;

const isUnplaced = ({ place }: Upload): boolean => place?.state.value === 'failed';
const isFailed = (one: Upload): boolean =>
  one.state === 'failed' || one.state === 'refused' || one.state === 'unreadable' || isUnplaced(one);
const isProcessing = (one: Upload): boolean => one.state === 'processing' || isPlacing(one);

/** The files that need something from the person come first, then the newest. */
const inOrder = (all: readonly Upload[]): readonly Upload[] => {
  const newest = all.toReversed();
  return [...newest.filter(isFailed), ...newest.filter((one) => !isFailed(one))];
};

/** The panel of uploads, shown over every screen. */
export function Uploads() {
  const all = uploads.value;
  const title = titleOfPanel(all);
  const isBusy = all.some((one) => isOpen(one) || isProcessing(one));
  const wasBusy = useRef(false);
  useEffect(() => {
    if (!isBusy && wasBusy.current) announce(title);
    wasBusy.current = isBusy;
  }, [isBusy]);
  const closes =
    all.length > 0 && all.every((one) => one.state === 'ready' && !isPlacing(one) && !isUnplaced(one));
  useEffect(() => {
    const timer = closes ? setTimeout(clearDone, closesAfterMilliseconds) : undefined;
    return () => clearTimeout(timer);
  }, [closes]);
  if (all.length === 0) return null;
  const makesDocuments = all.some(({ target, state }) => !target && state !== 'refused');
  return (
    <section class="uploads" aria-label={t('uploads.region')}>
      <header>
        <h2>{title}</h2>
        {!all.some((one) => isOpen(one) || isPlacing(one)) && (
          <Button look="icon" icon="close" label={t('toast.dismiss')} onClick={clearDone} />
        )}
      </header>
      {makesDocuments && <AccessOfUploads />}
      <ul role="list">
        {inOrder(all).map((one) => (
          <File key={one.id} {...one} />
        ))}
      </ul>
    </section>
  );
}

function titleOfPanel(all: readonly Upload[]): string {
  const open = all.filter(isOpen).length;
  if (open > 0) return t('uploads.sending', { count: open });
  const processing = all.filter(isProcessing).length;
  if (processing > 0) return t('uploads.processing', { count: processing });
  const failed = all.filter(isFailed).length;
  return failed > 0 ? t('uploads.failed', { count: failed }) : t('uploads.ended');
}

/** The access level of the documents that the files become, for all of them at once. */
function AccessOfUploads() {
  const level = uploadAccess();
  const levels = accessLevels.filter((one) => one !== 'organization' || me.value?.organization_id);
  return (
    <div class="upload-access">
      <Select
        label={t('uploads.access')}
        value={level}
        options={levels.map((one) => [one, accessText(one)])}
        onInput={({ currentTarget }) => {
          const wanted = levels.find((one) => one === currentTarget.value) ?? level;
          // Until the person confirms it, the choice is as it was.
          (currentTarget as HTMLSelectElement).value = level;
          void askIfPublic(wanted, () => chooseAccess(wanted));
        }}
      />
      <p class="quiet-text">{accessMeaning(level)}</p>
    </div>
  );
}

function File(one: Upload) {
  const { id, file, state, sent, made, place } = one;
  const name = <bdi>{file.name}</bdi>;
  const isStopped = state === 'failed' || state === 'canceled' || isUnplaced(one);
  const act = isStopped ? t('error.retry') : t('dialog.cancel');
  const reason = reasonOf(one);
  return (
    <li class="upload">
      <p class="upload-name">
        {made ? <a href={paths.document(made.documentId)}>{name}</a> : name}
        <span class="quiet-text">{stateText(one)}</span>
      </p>
      {place && (
        <p class="quiet-text">
          <bdi>{place.name}</bdi>
        </p>
      )}
      {isOpen(one) && (
        <progress max={1} value={sent} aria-label={t('uploads.progress', { name: file.name })} />
      )}
      {reason && (
        <p class="field-error" role="alert">
          {reason}
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

/** Returns why the file is not there or cannot be read, with what to do. */
function reasonOf({ state, error, details, place }: Upload): string | undefined {
  if (place?.state.value === 'failed') return `${t('uploads.unplaced')} ${inOneText(place.error)}`;
  if (state === 'refused' && error === undefined) return t('uploads.noPdf');
  if (state === 'failed' || state === 'refused') return inOneText(error);
  if (state !== 'unreadable') return undefined;
  return t(details?.failure ? `failure.${details.failure.code}` : 'failure.password');
}

function stateText({ state, sent, file }: Upload): string {
  if (state === 'waiting') return formatBytes(file.size);
  return state === 'sending' && sent < 1 ? formatPercent(sent) : t(`uploads.state.${state}`);
}

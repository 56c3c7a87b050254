import { useSignal } from '@preact/signals';
import type { Document, Operations } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/problem.tsx';
import { Ago } from '../parts/time.tsx';
import { baseUrl } from '../paths.ts';
import { api } from '../service/api.ts';
import { saveAs, wholeCsv } from '../service/csv.ts';
import { explain } from '../service/explain.ts';
import { useLoaded } from '../service/loaded.ts';
import type { WordKey } from '../words/catalogue.ts';
import { t } from '../words/words.ts';

type Entry = Operations['listDocumentActivity']['output']['items'][number];

const pageSize = 20;

/** The console's words for what happens to a document. Other types are shown as they are. */
const words: Readonly<Record<string, WordKey>> = {
  viewed: 'activity.viewed',
  downloaded: 'activity.downloaded',
  acknowledged: 'activity.acknowledged',
  refused: 'activity.refused',
  previewed: 'activity.previewed',
  'document.created': 'activity.created',
  'document.updated': 'activity.updated',
  'document.deleted': 'activity.deleted',
  'document.restored': 'activity.restored',
  'document.ready': 'activity.ready',
  'document.failed': 'activity.failed',
  'document.shared': 'activity.shared',
  'document.unshared': 'activity.unshared',
  'document.share_updated': 'activity.shareUpdated',
  'document.share_sent': 'activity.shareSent',
  'document.transferred': 'activity.transferred',
  'version.created': 'activity.versionCreated',
  'version.updated': 'activity.versionUpdated',
  'version.ready': 'activity.versionReady',
  'version.failed': 'activity.versionFailed',
  'version.deleted': 'activity.versionDeleted',
  'policy.attached': 'activity.policyAttached',
  'policy.detached': 'activity.policyDetached',
  'entry_page.generated': 'activity.entryPage',
};

const textOf = ({ type }: Entry): string => {
  const key = words[type];
  return key ? t(key as 'activity.viewed') : type;
};

/** Somebody without an account is known by their network only. */
const actorOf = ({ actor, details }: Entry): string =>
  actor?.name ?? (typeof details.network === 'string' ? details.network : t('activity.service'));

/** Who read the document, and what was done with it. */
export function Activity({ document }: { readonly document: Document }) {
  const document_id = document.id;
  const limit = useSignal(pageSize);
  const page = useLoaded(`${document_id} ${limit.value}`, (signal) =>
    api.listDocumentActivity.withResponse({ document_id, limit: limit.value }, { signal }),
  );
  const entries = page.data?.items;
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t('activity.title')}</h2>
        <button type="button" class="button small" onClick={() => download(document)}>
          <Icon name="download" />
          {t('activity.csv')}
        </button>
      </header>
      <Problem error={page.error} onRetry={page.reload} />
      {entries?.length === 0 && <p class="quiet-text">{t('activity.none')}</p>}
      <ol class="rows" role="list">
        {entries?.map((entry) => (
          <li class="row-item" key={entry.id}>
            <p>
              <bdi>{actorOf(entry)}</bdi> <span class="quiet-text">{textOf(entry)}</span>
            </p>
            <p class="quiet-text">
              <Ago time={entry.created_at} />
            </p>
          </li>
        ))}
      </ol>
      {page.data?.pagination.has_more && limit.value < 100 && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            limit.value = Math.min(100, limit.value * 2);
          }}
        >
          {t('activity.more')}
        </button>
      )}
    </section>
  );
}

/** Downloads the whole record as one CSV file. */
async function download({ id, title }: Document): Promise<void> {
  try {
    saveAs(`${title}.csv`, await wholeCsv(`${baseUrl}/v1/documents/${id}/activity?limit=100`));
  } catch (error) {
    toast(explain(error).text);
  }
}

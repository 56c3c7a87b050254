import { useEffect } from 'preact/hooks';
import type { Document, Version } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { ChooseFiles } from '../library/uploadPanel.tsx';
import { uploadedCount } from '../library/uploads.ts';
import { ask } from '../parts/dialog.tsx';
import { Menu, MenuButton, MenuLink } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { StatusMark } from '../parts/status.tsx';
import { Ago } from '../parts/time.tsx';
import { api } from '../service/api.ts';
import { explain } from '../service/explain.ts';
import { useLoaded } from '../service/loaded.ts';
import { change } from '../service/session.ts';
import { t } from '../words/words.ts';

interface VersionsProps {
  readonly document: Document;
  readonly isManaged: boolean;
  readonly onChange: () => unknown;
}

/** The versions of a document, newest first. */
export function Versions({ document, isManaged, onChange }: VersionsProps) {
  const { id, processing_status, current_version } = document;
  const page = useLoaded(`${id} ${processing_status} ${current_version?.id}`, (signal) =>
    api.listDocumentVersions.withResponse({ document_id: id, limit: 100 }, { signal }),
  );
  useEffect(() => {
    if (uploadedCount.value > 0) void page.reload();
  }, [uploadedCount.value]);
  const versions = page.data?.items ?? [];
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t('versions.title')}</h2>
        {isManaged && <ChooseFiles label={t('versions.add')} />}
      </header>
      <Problem error={page.error} onRetry={page.reload} />
      <ol class="rows" role="list">
        {versions.map((version) => (
          <Row
            key={version.id}
            version={version}
            isCurrent={version.id === current_version?.id}
            mayDelete={isManaged && versions.length > 1}
            onChange={() => {
              void page.reload();
              onChange();
            }}
          />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  readonly version: Version;
  readonly isCurrent: boolean;
  readonly mayDelete: boolean;
  readonly onChange: () => void;
}

function Row({ version, isCurrent, mayDelete, onChange }: RowProps) {
  const name = version.title || t('versions.untitled');
  return (
    <li class="row-item">
      <div>
        <p>
          <a href={version.service_url} target="_blank" rel="noopener">
            <bdi>{name}</bdi>
          </a>
          {isCurrent && <span class="badge">{t('versions.current')}</span>}
        </p>
        <p class="quiet-text">
          <StatusMark status={version.processing_status} /> · <bdi>{version.created_by.name}</bdi> ·{' '}
          <Ago time={version.created_at} />
        </p>
      </div>
      <Menu label={t('versions.actionsOf', { name })}>
        <MenuLink icon="external" href={version.service_url} target="_blank">
          {t('library.open')}
        </MenuLink>
        {mayDelete && (
          <MenuButton icon="bin" isDestructive onClick={() => remove(version, name, onChange)}>
            {t('versions.delete')}
          </MenuButton>
        )}
      </Menu>
    </li>
  );
}

async function remove(version: Version, name: string, onChange: () => void): Promise<void> {
  const { document_id, id: version_id } = version;
  const isSure = await ask({
    title: t('versions.delete'),
    text: t('versions.deleteText', { name }),
    action: t('versions.delete'),
    isDestructive: true,
  });
  if (!isSure) return;
  try {
    const { response } = await api.getDocumentVersion.withResponse({ document_id, version_id });
    const ifMatch = response.headers.get('etag') ?? undefined;
    await change(() => api.deleteDocumentVersion({ document_id, version_id }, { ifMatch }));
    onChange();
    toast(t('versions.deleted', { name }));
  } catch (error) {
    toast(explain(error).text);
  }
}

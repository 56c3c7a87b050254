import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Document } from '../../client/types.ts';
import { screenCommands } from '../frame/palette.tsx';
import { deleteWithUndo, downloadEntryPage } from '../library/acts.ts';
import { mayManage } from '../library/documentTable.tsx';
import { useLiveStatus } from '../library/live.ts';
import { dropTarget, uploadedCount } from '../library/uploads.ts';
import { copyText } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuButton, MenuLink } from '../parts/menu.tsx';
import { Problem } from '../parts/problem.tsx';
import { Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api } from '../service/api.ts';
import { type Loaded, useLoaded } from '../service/loaded.ts';
import { me } from '../service/session.ts';
import { t } from '../words/words.ts';
import { Access } from './access.tsx';
import { Activity } from './activity.tsx';
import { Facts } from './facts.tsx';
import { Policies } from './policies.tsx';
import { Readings } from './readings.tsx';
import { Shares } from './shares.tsx';
import { Text } from './texts.tsx';
import { Versions } from './versions.tsx';

/** A document, for the people who manage it. */
export function DocumentScreen() {
  const { params } = useRoute();
  const id = params.id as Document['id'];
  const loaded = useLoaded(id, (signal) => api.getDocument.withResponse({ document_id: id }, { signal }));
  useLiveStatus(loaded.data && [loaded.data], () => loaded.reload());
  useEffect(() => {
    if (uploadedCount.value > 0) void loaded.reload();
  }, [uploadedCount.value]);
  const { data: document } = loaded;
  return (
    <Screen
      title={document?.title ?? t('document.title')}
      above={
        <a class="back" href={paths.library}>
          <Icon name="chevron" />
          {t('nav.library')}
        </a>
      }
      heading={
        document && (
          <Text
            key={document.id}
            field="title"
            document={document}
            loaded={loaded}
            isManaged={mayManage(document)}
          />
        )
      }
      actions={document && <Actions document={document} />}
    >
      <Problem error={loaded.error} onRetry={loaded.reload} />
      {document && <Management key={document.id} document={document} loaded={loaded} />}
    </Screen>
  );
}

function Actions({ document }: { readonly document: Document }) {
  const { route } = useLocation();
  const remove = () => deleteWithUndo(document, () => route(paths.library));
  const isManaged = mayManage(document);
  useEffect(() => {
    screenCommands.value = [
      { id: 'link', title: t('library.copyLink'), icon: 'link', run: () => copyText(document.service_url) },
      {
        id: 'cover',
        title: t('library.entryPage'),
        icon: 'download',
        run: () => downloadEntryPage(document),
      },
      ...(isManaged ? [{ id: 'delete', title: t('library.delete'), icon: 'bin', run: remove } as const] : []),
    ];
    return () => {
      screenCommands.value = [];
    };
  }, [document.id]);
  return (
    <>
      <button type="button" class="button" onClick={() => copyText(document.service_url)}>
        <Icon name="link" />
        {t('library.copyLink')}
      </button>
      <a class="button" href={`${document.service_url}?as=reader`} target="_blank" rel="noopener">
        <Icon name="external" />
        {t('document.asReader')}
      </a>
      <Menu label={t('library.actionsOf', { title: document.title })}>
        <MenuLink icon="external" href={document.service_url} target="_blank">
          {t('library.open')}
        </MenuLink>
        <MenuButton icon="download" onClick={() => downloadEntryPage(document)}>
          {t('library.entryPage')}
        </MenuButton>
        {isManaged && (
          <MenuButton icon="bin" isDestructive onClick={remove}>
            {t('library.delete')}
          </MenuButton>
        )}
      </Menu>
    </>
  );
}

/** The parts of the screen, in its two columns. */
function Management({
  document,
  loaded,
}: {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
}) {
  const isManaged = mayManage(document);
  useEffect(() => {
    if (!isManaged) return undefined;
    dropTarget.value = { document_id: document.id, title: document.title };
    return () => {
      dropTarget.value = { access_level: null };
    };
  }, [document.id, document.title, isManaged]);
  return (
    <div class="columns">
      <div>
        <section class="card">
          <h2>{t('document.description')}</h2>
          <Text field="description" document={document} loaded={loaded} isManaged={isManaged} />
        </section>
        <Versions document={document} isManaged={isManaged} onChange={loaded.reload} />
        {isManaged && <Readings document={document} />}
        {isManaged && <Activity document={document} />}
      </div>
      <div>
        <Facts document={document} />
        <Access document={document} loaded={loaded} isManaged={isManaged} />
        {isManaged && <Shares document={document} />}
        {me.value?.organization_id && <Policies document={document} isManaged={isManaged} />}
      </div>
    </div>
  );
}

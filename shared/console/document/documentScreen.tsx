import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Document } from '../../client/types.ts';
import { Entries } from '../activity/entries.tsx';
import { useCommands } from '../frame/palette.tsx';
import { copyText } from '../frame/toasts.tsx';
import { commandsOf } from '../library/acts.ts';
import { mayManage } from '../library/documentTable.tsx';
import { useLiveStatus } from '../library/live.ts';
import { dropTarget, useReloadAfterUpload } from '../library/uploads.ts';
import { Button, Card, Icon } from '../parts/controls.tsx';
import { Facts, Problem } from '../parts/list.tsx';
import { StatusMark } from '../parts/marks.tsx';
import { Menu } from '../parts/menu.tsx';
import { Back, Screen } from '../parts/screen.tsx';
import { paths } from '../paths.ts';
import { api, me, useRead } from '../service/api.ts';
import { formatTime, t } from '../words/words.ts';
import { Policies } from './policies.tsx';
import { Access, Description, type PartProps, Title } from './properties.tsx';
import { Readings } from './readings.tsx';
import { Shares } from './shares.tsx';
import { Versions } from './versions.tsx';

/** A document, for the people who manage it. */
export function DocumentScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getDocument, { document_id: params.id as Document['id'] });
  const { data: document } = loaded;
  useLiveStatus(document && [document], loaded.reload);
  useReloadAfterUpload(loaded.reload);
  const part = document && { document, loaded, isManaged: mayManage(document) };
  return (
    <Screen
      title={document?.title ?? t('document.title')}
      above={<Back href={paths.library} title={t('nav.library')} />}
      heading={part && <Title key={part.document.id} {...part} />}
      actions={part && <Actions {...part} />}
    >
      <Problem error={loaded.error} onRetry={loaded.reload} />
      {part && <Management key={part.document.id} {...part} />}
    </Screen>
  );
}

function Actions({ document, isManaged }: PartProps) {
  const { route } = useLocation();
  const commands = commandsOf(document, isManaged, () => route(paths.library));
  useCommands(commands, document.id);
  return (
    <>
      <Button text={t('library.copyLink')} icon="link" onClick={() => copyText(document.service_url)} />
      <a class="button" href={`${document.service_url}?as=reader`} target="_blank" rel="noopener">
        <Icon name="external" />
        {t('document.asReader')}
      </a>
      <Menu label={t('common.actionsOf', { name: document.title })} commands={commands} />
    </>
  );
}

/** The parts of the screen, in its two columns. */
function Management(part: PartProps) {
  const { document, loaded, isManaged } = part;
  const document_id = document.id;
  useEffect(() => {
    if (!isManaged) return undefined;
    dropTarget.value = { document_id, title: document.title };
    return () => {
      dropTarget.value = { access_level: null };
    };
  }, [document_id, document.title, isManaged]);
  return (
    <div class="columns">
      <div>
        <Card title={t('document.description')}>
          <Description {...part} />
        </Card>
        <Versions document={document} isManaged={isManaged} onChange={loaded.reload} />
        {isManaged && <Readings document={document} />}
        {isManaged && (
          <Entries
            title={t('activity.title')}
            load={(page, options) => api.listDocumentActivity.withResponse({ document_id, ...page }, options)}
            csv={{ path: `/v1/documents/${document_id}/activity`, name: document.title }}
            none={t('activity.none')}
          />
        )}
      </div>
      <div>
        <Card title={t('document.facts')}>
          <Facts
            entries={[
              [t('library.column.status'), <StatusMark status={document.processing_status} />],
              [t('library.column.creator'), <bdi>{document.created_by.name}</bdi>],
              [t('library.column.created'), formatTime(document.created_at)],
            ]}
          />
        </Card>
        <Access {...part} />
        {isManaged && <Shares document={document} />}
        {me.value?.organization_id && <Policies {...part} />}
      </div>
    </div>
  );
}

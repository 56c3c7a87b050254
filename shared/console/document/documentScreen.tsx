import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Document } from '../../client/types.ts';
import { descriptionMaxCharacters, titleMaxCharacters } from '../../contract/limits.ts';
import { Entries } from '../activity/entries.tsx';
import { useCommands } from '../frame/palette.tsx';
import { copyText, toast } from '../frame/toasts.tsx';
import { askIfPublic, commandsOf } from '../library/commands.ts';
import { mayManage } from '../library/documentTable.tsx';
import { useLiveStatus } from '../library/list.ts';
import { useReloadAfterUpload } from '../library/uploadPanel.tsx';
import { dropTarget } from '../library/uploads.ts';
import { Button, Choices, Icon } from '../parts/controls.tsx';
import { Form, openDialog } from '../parts/dialog.tsx';
import {
  AccessMark,
  accessLevels,
  accessMeaning,
  accessText,
  Card,
  Facts,
  Screen,
  StatusMark,
} from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { paths } from '../paths.ts';
import { api, type Loaded, me, useRead } from '../service/api.ts';
import { ShareDialog } from '../sharing/shareDialog.tsx';
import { SharedWith } from '../sharing/sharedWith.tsx';
import { formatTime, t } from '../words/words.ts';
import { AccessRequests } from './accessRequests.tsx';
import { EarlierTexts } from './earlierTexts.tsx';
import { FirstPage } from './picture.tsx';
import { Policies } from './policies.tsx';
import { ProblemOfVersion } from './problem.tsx';
import { Readings } from './readings.tsx';
import { Versions } from './versions.tsx';

const back = () => [paths.library, t('nav.library')] as const;

/** A document, for the people who manage it. */
export function DocumentScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getDocument, { document_id: params.id as Document['id'] });
  const { data: document } = loaded;
  useLiveStatus(document && [document], loaded.reload);
  useReloadAfterUpload(loaded.reload);
  if (document) return <Shown document={document} loaded={loaded} isManaged={mayManage(document)} />;
  return <Screen title={t('document.title')} back={back()} loaded={loaded} />;
}

function Shown(part: PartProps) {
  const { document, loaded, isManaged } = part;
  const { id: document_id, title } = document;
  const { route } = useLocation();
  const state = `${document.processing_status} ${document.current_version?.id}`;
  const facts = useRead(api.listDocumentDetails, { ids: document_id }, state);
  useReloadAfterUpload(facts.reload);
  const commands = commandsOf(document, isManaged, () => route(paths.library));
  useCommands(commands, document_id);
  useEffect(() => {
    if (!isManaged) return undefined;
    dropTarget.value = { id: document_id, title };
    return () => {
      dropTarget.value = null;
    };
  }, [document_id, title, isManaged]);
  return (
    <Screen
      title={title}
      back={back()}
      picture={isManaged && <FirstPage document={document} />}
      heading={<Text field="title" {...part} />}
      actions={
        <>
          {isManaged && (
            <Button
              text={t('shares.share')}
              icon="share"
              look="primary"
              onClick={() => openDialog(<ShareDialog documents={[document]} />)}
            />
          )}
          <Button text={t('library.copyLink')} icon="link" onClick={() => copyText(document.service_url)} />
          <a class="button" href={`${document.service_url}?as=reader`} target="_blank" rel="noopener">
            <Icon name="external" />
            {t('document.asReader')}
          </a>
          <Menu label={t('common.actionsOf', { name: title })} commands={commands} />
        </>
      }
      loaded={loaded}
      aside={
        <>
          {me.value?.organization_id && <Policies {...part} />}
          <Access key={document.access_level} {...part} />
          <Card title={t('document.facts')}>
            <Text field="description" {...part} />
            <Facts
              entries={[
                [t('library.column.status'), <StatusMark status={document.processing_status} />],
                [t('library.column.creator'), <bdi>{document.created_by.name}</bdi>],
                [t('library.column.created'), formatTime(document.created_at)],
              ]}
            />
          </Card>
          {isManaged && <EarlierTexts document={document} />}
        </>
      }
      below={
        isManaged && (
          <Entries
            title={t('activity.title')}
            limit={5}
            load={(page, options) => api.listDocumentActivity.withResponse({ document_id, ...page }, options)}
            csv={{ path: `/v1/documents/${document_id}/activity`, name: title }}
            none={t('activity.none')}
          />
        )
      }
    >
      <ProblemOfVersion document={document} problem={facts.data?.items[0]?.problem} />
      {isManaged && (
        <AccessRequests
          document={document}
          onShare={(email) => openDialog(<ShareDialog documents={[document]} addresses={email} />)}
        />
      )}
      {isManaged && <Readings document={document} />}
      {isManaged && (
        <Card title={t('shares.title')}>
          <SharedWith document={document} />
        </Card>
      )}
      <Versions
        document={document}
        details={facts.data?.items[0]}
        isManaged={isManaged}
        onChange={loaded.reload}
      />
    </Screen>
  );
}

/** What a part of the screen gets. */
interface PartProps {
  readonly document: Document;
  readonly loaded: Loaded<Document>;
  readonly isManaged: boolean;
}

const labels = { title: 'document.titleLabel', description: 'document.description' } as const;
const textsOf = ({ title, description }: Document) => ({
  [t(labels.title)]: title,
  [t(labels.description)]: description ?? '',
});

type TextProps = PartProps & { readonly field: keyof typeof labels };

/** The title or the description. */
function Text({ field, document: { id }, loaded, isManaged }: TextProps) {
  const isLong = field === 'description';
  return (
    <SavedText
      name={`${field} ${id}`}
      label={t(labels[field])}
      loaded={loaded}
      textsOf={textsOf}
      save={(text, options) =>
        api.updateDocument.withResponse({ document_id: id, [field]: text || null }, options)
      }
      maxLength={isLong ? descriptionMaxCharacters : titleMaxCharacters}
      isLong={isLong}
      isEditable={isManaged}
    />
  );
}

/** The access level of the document. */
function Access({ document: { id, access_level }, loaded, isManaged }: PartProps) {
  const chosen = useSignal(access_level);
  const change = async () => {
    const input = { document_id: id, access_level: chosen.value };
    await loaded.change((options) => api.setDocumentAccessLevel.withResponse(input, options));
    toast(t('access.changed', { access: accessText(chosen.value) }));
  };
  const textOf = (level: Document['access_level']) => (
    <>
      <AccessMark level={level} /> <span class="hint">{accessMeaning(level)}</span>
    </>
  );
  const levels = accessLevels.filter(
    (level) => level === access_level || level !== 'organization' || me.value?.organization_id !== null,
  );
  return (
    <Card title={t('access.title')}>
      {isManaged ? (
        <Form
          action={t('common.change')}
          disabled={chosen.value === access_level}
          send={() => askIfPublic(chosen.value, change)}
        >
          <Choices
            legend={t('access.who')}
            one={chosen}
            options={levels.map((level) => [level, textOf(level)])}
          />
        </Form>
      ) : (
        <p>{textOf(access_level)}</p>
      )}
    </Card>
  );
}

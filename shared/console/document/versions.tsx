import { useSignal } from '@preact/signals';
import type { Document, Version } from '../../client/types.ts';
import { titleMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { ChooseFiles } from '../library/chooseFiles.tsx';
import { useReloadAfterUpload } from '../library/uploadPanel.tsx';
import { TextField } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog } from '../parts/dialog.tsx';
import { Ago, ListCard, Row, StatusMark } from '../parts/list.tsx';
import { api, changeItem, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

interface VersionsProps {
  readonly document: Document;
  readonly isManaged: boolean;
  readonly onChange: () => unknown;
}

const nameOf = ({ title }: Version): string => title || t('versions.untitled');
const inputOf = ({ document_id, id }: Version) => ({ document_id, version_id: id });

/** What a file can do or has beyond pages and links. A later release may know more words. */
const activeKinds = {
  script: 'versions.active.script',
  launch: 'versions.active.launch',
  submit: 'versions.active.submit',
  import: 'versions.active.import',
  remote: 'versions.active.remote',
  media: 'versions.active.media',
  xfa: 'versions.active.xfa',
  files: 'versions.active.files',
} as const;

function activeInWords(kinds: readonly string[]): string | false {
  const known = Object.entries(activeKinds).flatMap(([kind, key]) => (kinds.includes(kind) ? [t(key)] : []));
  return known.length > 0 && t('versions.active', { what: known.join(', ') });
}

/** The versions of a document, newest first. */
export function Versions({ document, isManaged, onChange }: VersionsProps) {
  const { id, processing_status, current_version } = document;
  const state = `${processing_status} ${current_version?.id}`;
  const page = useRead(api.listDocumentVersions, { document_id: id, limit: 100 }, state);
  const facts = useRead(api.listDocumentDetails, { ids: id }, state);
  const active = activeInWords(facts.data?.items[0]?.active_content ?? []);
  useReloadAfterUpload(page.reload);
  const reload = () => Promise.all([page.reload(), onChange()]);
  const remove = (version: Version) => {
    const name = nameOf(version);
    const question = { title: t('versions.delete'), text: t('versions.deleteText', { name }) };
    ask(question, async () => {
      await changeItem(api.getDocumentVersion, inputOf(version), api.deleteDocumentVersion);
      void reload();
      toast(t('versions.deleted', { name }));
    });
  };
  const mayDelete = isManaged && (page.data?.items.length ?? 0) > 1;
  return (
    <ListCard
      title={t('versions.title')}
      aside={isManaged && <ChooseFiles label={t('versions.add')} />}
      page={page}
    >
      {(version) => (
        <Row
          key={version.id}
          name={nameOf(version)}
          href={version.service_url}
          target="_blank"
          badges={[version.id === current_version?.id && t('versions.current')]}
          lines={[
            [
              <StatusMark status={version.processing_status} />,
              version.created_by.name,
              <Ago time={version.created_at} />,
            ],
            [version.id === current_version?.id && active],
          ]}
          commands={[
            { title: t('library.open'), icon: 'external', href: version.service_url },
            isManaged && {
              title: t('versions.rename'),
              icon: 'edit',
              run: () => openDialog(<TitleDialog version={version} onDone={reload} />),
            },
            mayDelete && { title: t('versions.delete'), icon: 'bin', run: () => remove(version) },
          ]}
        />
      )}
    </ListCard>
  );
}

function TitleDialog({ version, onDone }: { readonly version: Version; readonly onDone: () => unknown }) {
  const loaded = useRead(api.getDocumentVersion, inputOf(version));
  const title = useSignal(version.title ?? '');
  const rename = async () => {
    const input = { ...inputOf(version), title: title.value.trim() || null };
    await loaded.change((options) => api.updateDocumentVersion.withResponse(input, options));
    toast(t('document.saved'));
  };
  return (
    <FormDialog
      title={t('versions.rename')}
      action={t('edit.save')}
      disabled={loaded.data === undefined}
      send={rename}
      onDone={onDone}
    >
      <TextField label={t('document.titleLabel')} text={title} maxLength={titleMaxCharacters} />
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import type { Document, Version } from '../../client/types.ts';
import { titleMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { ChooseFiles } from '../library/uploadPanel.tsx';
import { useReloadAfterUpload } from '../library/uploads.ts';
import { Card, sets, TextField } from '../parts/controls.tsx';
import { FormDialog, useAct } from '../parts/form.tsx';
import { List, Row } from '../parts/list.tsx';
import { Ago, StatusMark } from '../parts/marks.tsx';
import { api, readTag, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';

interface VersionsProps {
  readonly document: Document;
  readonly isManaged: boolean;
  readonly onChange: () => unknown;
}

const nameOf = ({ title }: Version): string => title || t('versions.untitled');
const inputOf = ({ document_id, id }: Version) => ({ document_id, version_id: id });

/** The versions of a document, newest first. */
export function Versions({ document, isManaged, onChange }: VersionsProps) {
  const { id, processing_status, current_version } = document;
  const state = `${processing_status} ${current_version?.id}`;
  const page = useRead(api.listDocumentVersions, { document_id: id, limit: 100 }, state);
  const renamed = useSignal<Version | null>(null);
  const act = useAct();
  useReloadAfterUpload(page.reload);
  const reload = () => Promise.all([page.reload(), onChange()]);
  const remove = (version: Version) => {
    const name = nameOf(version);
    const question = { title: t('versions.delete'), text: t('versions.deleteText', { name }) };
    return act.runIfSure(question, async () => {
      const input = inputOf(version);
      await api.deleteDocumentVersion(input, await readTag(api.getDocumentVersion, input));
      void reload();
      toast(t('versions.deleted', { name }));
    });
  };
  const mayDelete = isManaged && (page.data?.items.length ?? 0) > 1;
  return (
    <Card title={t('versions.title')} aside={isManaged && <ChooseFiles label={t('versions.add')} />}>
      <List page={page} error={act.error}>
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
            ]}
            commands={[
              { title: t('library.open'), icon: 'external', href: version.service_url },
              isManaged && { title: t('versions.rename'), icon: 'edit', run: sets(renamed, version) },
              mayDelete && { title: t('versions.delete'), icon: 'bin', run: () => remove(version) },
            ]}
          />
        )}
      </List>
      {renamed.value && (
        <TitleDialog version={renamed.value} onClose={sets(renamed, null)} onChange={reload} />
      )}
    </Card>
  );
}

interface TitleProps {
  readonly version: Version;
  readonly onClose: () => void;
  readonly onChange: () => unknown;
}

function TitleDialog({ version, onClose, onChange }: TitleProps) {
  const loaded = useRead(api.getDocumentVersion, inputOf(version));
  const title = useSignal(version.title ?? '');
  const rename = async () => {
    const input = { ...inputOf(version), title: title.value.trim() || null };
    await loaded.change((options) => api.updateDocumentVersion.withResponse(input, options));
    onClose();
    toast(t('document.saved'));
    void onChange();
  };
  return (
    <FormDialog
      title={t('versions.rename')}
      action={t('edit.save')}
      isIncomplete={loaded.data === undefined}
      onClose={onClose}
      onSend={rename}
    >
      <TextField label={t('document.titleLabel')} text={title} maxLength={titleMaxCharacters} />
    </FormDialog>
  );
}

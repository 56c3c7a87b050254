import { useSignal } from '@preact/signals';
import type { Document, Version } from '../../client/types.ts';
import { titleMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { ChooseFiles } from '../library/chooseFiles.tsx';
import type { Details } from '../library/list.ts';
import { carryOut, forgetReplacement, replacementsOf } from '../library/replacements.ts';
import { useReloadAfterUpload } from '../library/uploadPanel.tsx';
import { isVersionFollowed, type VersionDetails } from '../library/uploads.ts';
import { Button, TextField } from '../parts/controls.tsx';
import { ask, FormDialog, openDialog, useAct } from '../parts/dialog.tsx';
import { Ago, Line, ListCard, Problem, Row, StatusMark } from '../parts/list.tsx';
import { api, changeItem, useAll, useRead } from '../service/api.ts';
import { formatBytes, formatTime, t } from '../words/words.ts';

interface VersionsProps {
  readonly document: Document;
  readonly details: Details | undefined;
  readonly isManaged: boolean;
  readonly onChange: () => unknown;
}

const inputOf = ({ document_id, id }: Version) => ({ document_id, version_id: id });

/** Names a version by its number. The service has details of the newest versions only; older ones are named by their time. */
const nameOf = ({ created_at }: Version, details: VersionDetails | undefined): string =>
  details ? t('versions.number', { number: String(details.number) }) : formatTime(created_at);

/** The file of a version. Readers who may not learn which file it is get its pages only. */
const fileOf = ({ file_name, page_count, size_bytes }: VersionDetails) => [
  file_name,
  page_count !== null && t('versions.pages', { count: page_count }),
  size_bytes !== null && formatBytes(size_bytes),
];

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
export function Versions({ document, details: facts, isManaged, onChange }: VersionsProps) {
  const { id, processing_status, current_version } = document;
  const state = `${processing_status} ${current_version?.id}`;
  const page = useAll(api.listDocumentVersions, { document_id: id }, state);
  const details = useRead(api.listDocumentVersionDetails, { document_id: id }, state);
  useReloadAfterUpload(page.reload);
  useReloadAfterUpload(details.reload);
  const active = activeInWords(facts?.active_content ?? []);
  const reload = () => Promise.all([page.reload(), details.reload(), onChange()]);
  const versions = page.data?.items ?? [];
  const detailsOf = (versionId: string) =>
    details.data?.items.find(({ version_id }) => version_id === versionId);
  const remove = (version: Version) => {
    const name = nameOf(version, detailsOf(version.id));
    const question = { title: t('versions.delete'), text: t('versions.deleteText', { name }) };
    ask(question, async () => {
      await changeItem(api.getDocumentVersion, inputOf(version), api.deleteDocumentVersion);
      void reload();
      toast(t('versions.deleted', { name }));
    });
  };
  const mayDelete = isManaged && versions.length > 1;
  return (
    <ListCard
      title={t('versions.title')}
      aside={isManaged && <ChooseFiles label={t('versions.add')} />}
      page={details.data || details.error !== undefined ? page : { data: undefined }}
      above={
        isManaged && (
          <Replacements document={document} versions={versions} detailsOf={detailsOf} onDone={reload} />
        )
      }
    >
      {(version) => {
        const known = detailsOf(version.id);
        const isCurrent = version.id === current_version?.id;
        const { processing_status: status } = version;
        return (
          <Row
            key={version.id}
            name={nameOf(version, known)}
            href={version.service_url}
            target="_blank"
            badges={[isCurrent && t('versions.current')]}
            detail={
              <>
                {version.title && <Line facts={[version.title]} />}
                {known && <Line facts={fileOf(known)} />}
              </>
            }
            lines={[
              [
                status !== 'ready' && <StatusMark status={status} />,
                known?.needs_password && <span class="status failed">{t('problem.password')}</span>,
                version.created_by.name,
                <Ago time={version.created_at} />,
              ],
              [isCurrent && active],
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
        );
      }}
    </ListCard>
  );
}

interface ReplacementsProps extends Pick<VersionsProps, 'document'> {
  readonly versions: readonly Version[];
  readonly detailsOf: (id: string) => VersionDetails | undefined;
  readonly onDone: () => unknown;
}

/** Offers to delete versions that the person has replaced, if the tab was closed before the new version was ready. */
function Replacements({ document, versions, detailsOf, onDone }: ReplacementsProps) {
  const act = useAct();
  const find = (id: string) => versions.find((version) => version.id === id);
  return replacementsOf(document.id).map((wish) => {
    const [made, old] = [find(wish.newId), find(wish.oldId)];
    if (!made || !old || made.processing_status !== 'ready' || isVersionFollowed(made.id)) return null;
    const values = { earlier: nameOf(old, detailsOf(old.id)), name: nameOf(made, detailsOf(made.id)) };
    const remove = async () => {
      await carryOut(wish);
      void onDone();
      toast(t('versions.deleted', { name: values.earlier }));
    };
    return (
      <section key={wish.newId} class="notice" role="status">
        <p>{t('newVersion.offer', values)}</p>
        <Problem error={act.error} />
        <Button
          text={t('newVersion.remove', values)}
          look="small danger"
          disabled={act.isRunning}
          onClick={() => act.run(remove)}
        />
        <Button text={t('newVersion.keep')} look="small" onClick={() => forgetReplacement(wish)} />
      </section>
    );
  });
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
      <TextField label={t('document.titleLabel')} name="title" text={title} maxLength={titleMaxCharacters} />
    </FormDialog>
  );
}

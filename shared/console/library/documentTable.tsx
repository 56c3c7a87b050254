import type { Document } from '../../client/types.ts';
import { copyText } from '../parts/copy.tsx';
import { Menu, MenuButton, MenuLink } from '../parts/menu.tsx';
import { AccessMark, StatusMark } from '../parts/status.tsx';
import { Ago } from '../parts/time.tsx';
import { paths } from '../paths.ts';
import { may, me } from '../service/session.ts';
import { formatDate } from '../words/formats.ts';
import { t } from '../words/words.ts';
import { deleteWithUndo, downloadEntryPage, restoreOne } from './acts.ts';
import type { Details } from './details.ts';
import type { View } from './list.ts';

interface TableProps {
  /** Undefined while they load. */
  readonly documents: readonly Document[] | undefined;
  /** By document, as far as they are there. */
  readonly details: ReadonlyMap<string, Details>;
  readonly view: View;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onChange: () => unknown;
}

/** Whether the person may change a document: its creator may, and owners and admins. */
export const mayManage = ({ created_by }: Document): boolean =>
  may('document#write') && (created_by.id === me.value?.user.id || may('organization#manage'));

export function DocumentTable({ documents, details, view, selected, onSelect, onChange }: TableProps) {
  const selectable = view === 'shared' ? [] : (documents ?? []).filter(mayManage);
  const isAll = selectable.length > 0 && selectable.every(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <table class="documents" aria-busy={documents === undefined}>
      <thead>
        <tr>
          <th class="select">
            {selectable.length > 0 && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={isAll}
                  aria-label={t('library.selectAll')}
                  onChange={() => onSelect(new Set(isAll ? [] : selectable.map(({ id }) => id)))}
                />
              </label>
            )}
            <span class="hidden">{t('library.select')}</span>
          </th>
          <th>{t('library.column.title')}</th>
          <th>{t('library.column.access')}</th>
          <th>{t('library.column.status')}</th>
          <th>{t('library.column.creator')}</th>
          <th>{t('library.column.created')}</th>
          <th>{view === 'bin' ? t('library.column.until') : t('library.column.lastRead')}</th>
          <th>
            <span class="hidden">{t('library.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {documents === undefined
          ? Array.from({ length: 8 }, (_, index) => <Placeholder key={index} />)
          : documents.map((document) => (
              <Row
                key={document.id}
                document={document}
                details={details.get(document.id)}
                view={view}
                isSelected={selected.has(document.id)}
                onToggle={() => toggle(document.id)}
                onChange={onChange}
              />
            ))}
      </tbody>
    </table>
  );
}

const Placeholder = () => (
  <tr class="placeholder">
    <td colSpan={8}>
      <span />
    </td>
  </tr>
);

interface RowProps {
  readonly document: Document;
  readonly details: Details | undefined;
  readonly view: View;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onChange: () => unknown;
}

function Row({ document, details, view, isSelected, onToggle, onChange }: RowProps) {
  const { title, access_level, processing_status, created_by, created_at } = document;
  const isManaged = view !== 'shared' && mayManage(document);
  return (
    <tr class={isSelected ? 'selected' : undefined}>
      <td class="select">
        {isManaged && (
          <label class="check">
            <input
              type="checkbox"
              checked={isSelected}
              aria-label={t('library.selectOne', { title })}
              onChange={onToggle}
            />
          </label>
        )}
      </td>
      <td class="title">
        <Title document={document} view={view} />
        {details && <p class="quiet-text">{countsOf(details)}</p>}
      </td>
      <td class="fact">
        <AccessMark level={access_level} />
      </td>
      <td class="fact">
        <StatusMark status={processing_status} />
      </td>
      <td class="fact">
        <bdi>{created_by.name}</bdi>
      </td>
      <td class="fact">
        <Ago time={created_at} />
      </td>
      <td class="fact">
        <LastFact details={details} view={view} />
      </td>
      <td class="row-actions">
        <Actions document={document} view={view} isManaged={isManaged} onChange={onChange} />
      </td>
    </tr>
  );
}

/** Deleted documents have no page. Documents that are shared with the person open as pages. */
function Title({ document: { id, title, service_url }, view }: Pick<RowProps, 'document' | 'view'>) {
  if (view === 'bin') return <bdi class="name">{title}</bdi>;
  return view === 'shared' ? (
    <a href={service_url} target="_blank" rel="noopener">
      <bdi>{title}</bdi>
    </a>
  ) : (
    <a href={paths.document(id)}>
      <bdi>{title}</bdi>
    </a>
  );
}

const countsOf = ({ version_count, policy_count, share_count }: Details): string =>
  [
    t('library.versions', { count: version_count }),
    policy_count ? t('library.policies', { count: policy_count }) : '',
    share_count ? t('library.shares', { count: share_count }) : '',
  ]
    .filter(Boolean)
    .join(' · ');

function LastFact({ details, view }: Pick<RowProps, 'details' | 'view'>) {
  if (!details) return null;
  if (view === 'bin') return details.restorable_until ? formatDate(details.restorable_until) : null;
  return details.last_read_at ? <Ago time={details.last_read_at} /> : t('library.neverRead');
}

function Actions({
  document,
  view,
  isManaged,
  onChange,
}: Pick<RowProps, 'document' | 'view' | 'onChange'> & { readonly isManaged: boolean }) {
  const label = t('library.actionsOf', { title: document.title });
  if (view === 'bin')
    return (
      <Menu label={label}>
        <MenuButton icon="document" onClick={() => restoreOne(document, onChange)}>
          {t('batch.restore')}
        </MenuButton>
      </Menu>
    );
  return (
    <Menu label={label}>
      <MenuLink icon="external" href={document.service_url} target="_blank">
        {t('library.open')}
      </MenuLink>
      <MenuButton icon="link" onClick={() => copyText(document.service_url)}>
        {t('library.copyLink')}
      </MenuButton>
      <MenuButton icon="download" onClick={() => downloadEntryPage(document)}>
        {t('library.entryPage')}
      </MenuButton>
      {isManaged && (
        <MenuButton icon="bin" isDestructive onClick={() => deleteWithUndo(document, onChange)}>
          {t('library.delete')}
        </MenuButton>
      )}
    </Menu>
  );
}

import type { Document } from '../../client/types.ts';
import { copyText } from '../parts/copy.tsx';
import { Menu, MenuButton, MenuLink } from '../parts/menu.tsx';
import { AccessMark, StatusMark } from '../parts/status.tsx';
import { Ago } from '../parts/time.tsx';
import { paths } from '../paths.ts';
import { may, me } from '../service/session.ts';
import { t } from '../words/words.ts';
import { deleteWithUndo, downloadEntryPage } from './acts.ts';

interface TableProps {
  /** Undefined while they load. */
  readonly documents: readonly Document[] | undefined;
  readonly view: 'all' | 'shared';
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onChange: () => unknown;
}

/** Whether the person may change a document: its creator may, and owners and admins. */
export const mayManage = ({ created_by }: Document): boolean =>
  may('document#write') && (created_by.id === me.value?.user.id || may('organization#manage'));

export function DocumentTable({ documents, view, selected, onSelect, onChange }: TableProps) {
  const selectable = view === 'all' ? (documents ?? []).filter(mayManage) : [];
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
                isShared={view === 'shared'}
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
    <td colSpan={7}>
      <span />
    </td>
  </tr>
);

interface RowProps {
  readonly document: Document;
  readonly isShared: boolean;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onChange: () => unknown;
}

function Row({ document, isShared, isSelected, onToggle, onChange }: RowProps) {
  const { id, title, description, access_level, processing_status, created_by, created_at } = document;
  const isManaged = !isShared && mayManage(document);
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
        <a
          href={isShared ? document.service_url : paths.document(id)}
          target={isShared ? '_blank' : undefined}
        >
          <bdi>{title}</bdi>
        </a>
        {description && <p class="quiet-text">{description}</p>}
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
      <td class="row-actions">
        <Menu label={t('library.actionsOf', { title })}>
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
      </td>
    </tr>
  );
}

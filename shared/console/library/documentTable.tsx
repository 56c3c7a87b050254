import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Document } from '../../client/types.ts';
import { isVisible } from '../../contract/shownText.ts';
import { AccessMark, Ago, Line, StatusMark, statusText } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { type Order, OrderHead } from '../parts/order.tsx';
import { paths } from '../paths.ts';
import { may, me } from '../service/api.ts';
import { batchMax } from '../service/batch.ts';
import { formatDate, formatTime, t } from '../words/words.ts';
import { commandsOf, endShare, restoreOne } from './commands.ts';
import type { Details, View } from './list.ts';

/** The selected documents, by their ids. */
export type Selection = ReadonlyMap<string, Document>;

interface TableProps {
  /** Undefined while the list loads. */
  readonly documents: readonly Document[] | undefined;
  readonly order: Order<Document>;
  readonly view: View;
  /** The loaded details, by the id of the document. */
  readonly details: ReadonlyMap<string, Details>;
  /** Also has documents of other pages. */
  readonly selected: Signal<Selection>;
  readonly onChange: () => unknown;
}

/** Selects documents, as many as a batch takes, or takes them out of the selection. */
function select(selected: Signal<Selection>, documents: readonly Document[], isOn: boolean): void {
  const next = new Map(selected.value);
  for (const one of documents)
    if (!isOn) next.delete(one.id);
    else if (next.size < batchMax) next.set(one.id, one);
  selected.value = next;
}

/** Returns whether the person may change a document. Its creator, owners and admins may. */
export const mayManage = ({ created_by }: Document): boolean =>
  may('document#write') && (created_by.id === me.value?.user.id || may('organization#manage'));

/** The columns whose facts have their title beside them on a phone. */
const labelledFrom = (view: View): number => (view === 'shared' ? 2 : 3);

export function DocumentTable({ documents, ...list }: TableProps) {
  const { view, selected } = list;
  const selectable = view === 'shared' ? [] : (documents ?? []).filter(mayManage);
  const isAll = selectable.every(({ id }) => selected.value.has(id));
  return (
    <table class="table" aria-busy={documents === undefined}>
      <thead>
        <tr>
          <th class="select">
            {selectable.length > 0 && (
              <Selector
                label={t('library.selectAll')}
                isOn={isAll}
                onChange={() => select(selected, selectable, !isAll)}
              />
            )}
            <span class="hidden">{t('library.select')}</span>
          </th>
          {list.order.columns.map(({ name }) => (
            <OrderHead key={name} order={list.order} name={name} />
          ))}
          <th>
            <span class="hidden">{t('library.column.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {documents === undefined
          ? Array.from({ length: 8 }, (_, index) => (
              <tr key={index} class="placeholder">
                <td colSpan={8}>
                  <span />
                </td>
              </tr>
            ))
          : documents.map((document) => <Row key={document.id} document={document} list={list} />)}
      </tbody>
    </table>
  );
}

interface SelectorProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: () => void;
}

const Selector = ({ label, isOn, disabled, onChange }: SelectorProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} disabled={disabled} aria-label={label} onChange={onChange} />
  </label>
);

interface RowProps {
  readonly document: Document;
  readonly list: Omit<TableProps, 'documents'>;
}

function Row({ document, list }: RowProps) {
  const { id, title } = document;
  const { view, selected } = list;
  const isManaged = view !== 'shared' && mayManage(document);
  const isSelected = selected.value.has(id);
  const details = list.details.get(id);
  const onChange = () => {
    select(selected, [document], false);
    list.onChange();
  };
  return (
    <tr class={isSelected ? 'selected' : undefined}>
      <td class="select">
        {isManaged && (
          <Selector
            label={t('library.selectOne', { title })}
            isOn={isSelected}
            disabled={!isSelected && selected.value.size >= batchMax}
            onChange={() => select(selected, [document], !isSelected)}
          />
        )}
      </td>
      <td class="title">
        <div>
          {titleOf(document, view)}
          {details && <Line facts={countsOf(details)} />}
        </div>
      </td>
      {factsOf(document, details, view).map((fact, index) => (
        <td
          key={index}
          class="fact quiet-text"
          data-label={index < labelledFrom(view) ? undefined : list.order.columns[index + 1]?.title}
        >
          {fact}
        </td>
      ))}
      <td class="row-actions">
        <Menu
          label={t('common.actionsOf', { name: title })}
          commands={
            view === 'bin'
              ? [{ title: t('batch.restore'), icon: 'document', run: () => restoreOne(document, onChange) }]
              : [
                  ...commandsOf(document, isManaged, onChange),
                  ...(view === 'shared' ? [endShare(document, onChange)] : []),
                ]
          }
        />
      </td>
    </tr>
  );
}

const problems = {
  damaged: 'problem.damaged',
  no_pages: 'problem.noPages',
  password: 'problem.password',
  not_shown: 'problem.notShown',
} as const;

/** Says in a few words why a document cannot be read. A later release may know more codes. */
const problemText = (code: string): string => {
  const [, key] = Object.entries(problems).find(([known]) => known === code) ?? [];
  return key ? t(key) : statusText('failed');
};

interface StateProps {
  readonly document: Pick<Document, 'processing_status' | 'current_version'>;
  readonly problem: Details['problem'] | undefined;
}

/** The state of a document. If people cannot read its newest version, says why in a few words. */
function StateOf({ document: { processing_status, current_version }, problem }: StateProps) {
  if (!problem) return <StatusMark status={processing_status} />;
  const isNewOnly = current_version !== null && problem.version_id !== current_version?.id;
  return <span class="status failed">{isNewOnly ? t('problem.newVersion') : problemText(problem.code)}</span>;
}

/** Returns the facts of the columns after the title (`columnsOf`). */
function factsOf(document: Document, details: Details | undefined, view: View): ComponentChildren[] {
  const { access_level, created_by, created_at } = document;
  const state = <StateOf document={document} problem={details?.problem} />;
  if (view !== 'shared')
    return [
      <AccessMark level={access_level} />,
      state,
      <Name of={created_by.name} />,
      <Ago time={created_at} />,
      details && lastFact(details, view),
    ];
  // The service lists a share a moment before it can say more about it.
  const { own_share: share } = details ?? {};
  return [
    share?.organization_name ? <Name of={share.organization_name} /> : '–',
    state,
    share && <Name of={share.shared_by.name} />,
    share && <Ago time={share.shared_at} />,
    share && <End at={share.expires_at} />,
  ];
}

const Name = ({ of }: { readonly of: string }) => (
  <bdi class="name" title={of}>
    {of}
  </bdi>
);

/** The last day of a share, in the person's time zone; the exact time is its title. */
const End = ({ at }: { readonly at: string | null }) =>
  at === null ? (
    <span>{t('keys.noEnd')}</span>
  ) : (
    <time dateTime={at} title={formatTime(at)}>
      {formatDate(at)}
    </time>
  );

/** Deleted documents have no page. Documents that are shared with the person open as pages. */
function titleOf({ id, title, service_url }: Document, view: View): ComponentChildren {
  const name = <bdi title={title}>{isVisible(title) ? title : t('library.untitled')}</bdi>;
  if (view === 'bin') return name;
  if (view === 'library') return <a href={paths.document(id)}>{name}</a>;
  return (
    <a href={service_url} target="_blank" rel="noopener">
      {name}
    </a>
  );
}

const countsOf = ({ version_count, policy_count, share_count }: Details): (string | false)[] => [
  version_count > 1 && t('library.versions', { count: version_count }),
  policy_count ? t('library.policies', { count: policy_count }) : false,
  share_count ? t('library.shares', { count: share_count }) : false,
];

/** Only people who may change a document see who it is shared with, and when it was read. */
function lastFact({ restorable_until, last_read_at, share_count }: Details, view: View): ComponentChildren {
  if (view === 'bin') return restorable_until && formatDate(restorable_until);
  if (share_count === null) return '–';
  return last_read_at ? <Ago time={last_read_at} /> : t('library.neverRead');
}

import { type ComponentChildren, Fragment } from 'preact';
import type { Loaded } from '../service/api.ts';
import { explain } from '../service/explain.ts';
import { t } from '../words/words.ts';
import { Button, Icon, type IconName } from './controls.tsx';
import { type Command, Menu } from './menu.tsx';

/** An error where it occurred, with the id of the request. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  if (error === undefined || error === null) return null;
  const { text, requestId } = explain(error);
  return (
    <div class="problem" role="alert">
      <Icon name="warning" />
      <div>
        <p>{text}</p>
        {requestId && <p class="request-id">{t('error.request', { id: requestId })}</p>}
      </div>
      {onRetry && <Button text={t('error.retry')} look="small" onClick={onRetry} />}
    </div>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** What to do first. */
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** The place of a list that has nothing yet. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
);

interface ListProps<Item> {
  readonly page: Loaded<{ readonly items: readonly Item[] }>;
  /** Shown in place of an empty list. */
  readonly none?: string;
  /** The error of the last act with an item. */
  readonly error?: unknown;
  readonly children: (item: Item) => ComponentChildren;
}

/** Shows a loaded list of items, or its error. */
export const List = <Item,>({ page, none, error, children }: ListProps<Item>) => (
  <>
    <Problem error={page.error} onRetry={page.reload} />
    <Problem error={error} />
    {page.data?.items.length === 0 && none && <p class="hint">{none}</p>}
    <ul class="rows" role="list">
      {page.data?.items.map(children)}
    </ul>
  </>
);

interface RowProps {
  readonly name: string;
  /** The name leads there. Default: nowhere */
  readonly href?: string | undefined;
  /** Default: in this tab */
  readonly target?: '_blank';
  /** Short words beside the name. */
  readonly badges?: readonly (string | false | null)[];
  /** Lines below the name. Empty facts are left out. */
  readonly lines: readonly (readonly ComponentChildren[])[];
  /** The commands for the item, in a menu. Default: no menu */
  readonly commands?: readonly (Command | false)[];
  /** At the end. Default: nothing */
  readonly children?: ComponentChildren;
}

/** An item of a list. */
export const Row = ({ name, href, target, badges = [], lines, commands, children }: RowProps) => (
  <li class="row-item">
    <div>
      <p>
        {href ? (
          <a href={href} target={target} rel={target && 'noopener'}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        )}
        {badges.map((badge) => badge && <span class="badge">{badge}</span>)}
      </p>
      {lines.map((facts) => (
        <Line facts={facts} />
      ))}
    </div>
    {children}
    {commands && <Menu label={t('common.actionsOf', { name })} commands={commands} />}
  </li>
);

/** Facts on one line, separated by dots. */
export function Line({ facts }: { readonly facts: readonly ComponentChildren[] }) {
  const shown = facts.filter(Boolean);
  if (shown.length === 0) return null;
  return (
    <p class="quiet-text">
      {shown.map((fact, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {typeof fact === 'string' ? <bdi>{fact}</bdi> : fact}
        </Fragment>
      ))}
    </p>
  );
}

interface FactsProps {
  readonly entries: readonly (readonly [label: string, value: ComponentChildren])[];
}

export const Facts = ({ entries }: FactsProps) => (
  <dl class="facts">
    {entries.map(([label, value]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
);

export interface FiguresProps {
  readonly columns: readonly string[];
  /** The first cell names its row. */
  readonly rows: readonly (readonly (string | number)[])[];
}

export const Figures = ({ columns, rows }: FiguresProps) => (
  <table class="figures">
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name = '', ...cells]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells.map((cell, index) => (
            <td key={index}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

import { type ComponentChildren, Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { type Loaded, useRenewal } from '../service/api.ts';
import { type Explanation, explain } from '../service/explain.ts';
import { formatAgo, formatTime, t } from '../words/words.ts';
import { Button, Icon, type IconName, Used } from './controls.tsx';
import { ErrorDetails } from './fieldErrors.tsx';
import { type Command, Menu } from './menu.tsx';
import { type Column, OrderChoice, OrderNote, useOrder } from './order.tsx';

interface ScreenProps {
  readonly title: string;
  /** Shown in place of the title; it contains an `h1`. Default: the title */
  readonly heading?: ComponentChildren;
  /** Before the title. */
  readonly picture?: ComponentChildren;
  /** A link above the title, back to the list that has the item of the screen. */
  readonly back?: readonly [href: string, title: string];
  /** One sentence below the title. */
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** What the screen shows: its error is shown. */
  readonly loaded?: Loaded<unknown>;
  readonly children?: ComponentChildren;
  /** In a column beside the content. */
  readonly aside?: ComponentChildren;
  /** Below the content and what is beside it. */
  readonly below?: ComponentChildren;
}

/** The first screen does not move the focus. */
let isFirst = true;

/** A screen. It sets the title of the window, and moves the focus to its heading, so that screen readers read the heading. */
export function Screen(screen: ScreenProps) {
  const { title, heading, picture, back, lead, actions, loaded, children, aside, below } = screen;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = t('frame.windowTitle', { title });
  }, [title]);
  useEffect(() => {
    if (!isFirst) ref.current?.querySelector('h1')?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <div class="screen">
      {back && (
        <a class="back" href={back[0]}>
          <Icon name="chevron" />
          {back[1]}
        </a>
      )}
      <header class="screen-head">
        {picture}
        <div class="screen-title" ref={ref}>
          {heading ?? <h1 tabIndex={-1}>{title}</h1>}
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="screen-actions">{actions}</div>}
      </header>
      {loaded && <Problem error={loaded.error} onRetry={loaded.reload} />}
      {aside ? (
        <div class="columns">
          <div>{children}</div>
          <div>{aside}</div>
        </div>
      ) : (
        children
      )}
      {below}
    </div>
  );
}

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** An error where it occurred. */
export const Problem = ({ error, onRetry }: ProblemProps) =>
  error === undefined || error === null ? null : <Explained {...explain(error)} onRetry={onRetry} />;

export const Explained = ({ onRetry, ...explanation }: Explanation & Pick<ProblemProps, 'onRetry'>) => (
  <div class="problem" role="alert">
    <Icon name="warning" />
    <div>
      <p>{explanation.text}</p>
      <ErrorDetails {...explanation} />
    </div>
    {onRetry && <Button text={t('error.retry')} look="small" onClick={onRetry} />}
  </div>
);

interface CardProps {
  readonly title: string;
  /** At the end of the title's line. */
  readonly aside?: ComponentChildren;
  /** The error of the last act in the card. */
  readonly error?: unknown;
  readonly children: ComponentChildren;
}

export const Card = ({ title, aside, error, children }: CardProps) => (
  <section class="card">
    <header class="card-head">
      <h2>{title}</h2>
      <div class="row">{aside}</div>
    </header>
    <Problem error={error} />
    {children}
  </section>
);

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
  readonly page: Pick<Loaded<{ readonly items: readonly Item[] }>, 'data'> & Partial<Loaded<unknown>>;
  /** Shown in place of an empty list. */
  readonly none?: string;
  /** False if the screen loads the list again itself. Default: true */
  readonly isRenewed?: boolean;
  readonly children: (item: Item) => ComponentChildren;
}

/** Shows a loaded list of items, or its error. The list is loaded again when the person comes back to the tab. */
export function List<Item>({ page, none, isRenewed, children }: ListProps<Item>) {
  useRenewal(page.reload, isRenewed);
  return (
    <>
      <Problem error={page.error} onRetry={page.reload} />
      {page.data?.items.length === 0 && none && <p class="hint">{none}</p>}
      <ul class="rows" role="list">
        {page.data?.items.map(children)}
      </ul>
    </>
  );
}

interface ListCardProps<Item> extends ListProps<Item>, Omit<CardProps, 'children'> {
  /** The largest number of items. */
  readonly most?: number;
  readonly above?: ComponentChildren;
  readonly below?: ComponentChildren;
  /** By which a long list can be sorted. Default: not */
  readonly columns?: readonly Column<Item>[];
  /** The parameter of the address that has the order. Default: `sort` */
  readonly sort?: string;
}

/** A list with more items can be sorted. */
const unsortedMax = 10;

/** A card with a list. */
export function ListCard<Item>({ above, below, most, aside, columns, sort, ...list }: ListCardProps<Item>) {
  const { page, ...others } = list;
  const order = useOrder(columns ?? [], sort);
  const count = page.data?.items.length ?? 0;
  return (
    <Card
      {...others}
      aside={
        <>
          {most && <Used count={count} most={most} />}
          {columns && count > unsortedMax && <OrderChoice order={order} />}
          {aside}
        </>
      }
    >
      {above}
      <OrderNote order={order} count={count} />
      <List {...others} page={{ ...page, data: page.data && { items: order.sorted(page.data.items) } }} />
      {below}
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  /** The name leads there. */
  readonly href?: string | undefined;
  readonly target?: '_blank';
  /** Short words beside the name. */
  readonly badges?: readonly (string | false | null)[];
  /** Between the name and the lines. */
  readonly detail?: ComponentChildren;
  /** Lines below the name. Empty facts are left out. */
  readonly lines: readonly (readonly ComponentChildren[])[];
  /** The commands for the item, in a menu. */
  readonly commands?: readonly (Command | false)[];
  /** Called when the menu opens. */
  readonly onOpen?: (() => unknown) | undefined;
  /** At the end. */
  readonly children?: ComponentChildren;
}

/** An item of a list. */
export const Row = ({
  name,
  href,
  target,
  badges = [],
  detail,
  lines,
  commands,
  onOpen,
  children,
}: RowProps) => (
  <li class="row-item">
    <div>
      <p>
        {href ? (
          <a href={href} target={target} rel={target && 'noopener'}>
            <bdi>{name}</bdi>
          </a>
        ) : (
          <bdi>{name}</bdi>
        )}
        {badges.map((badge) => badge && <span class="badge">{badge}</span>)}
      </p>
      {detail}
      {lines.map((facts) => (
        <Line facts={facts} />
      ))}
    </div>
    {children}
    {commands && <Menu label={t('common.actionsOf', { name })} commands={commands} onOpen={onOpen} />}
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

type Status = Document['processing_status'];
type Access = Document['access_level'];

export const statuses: readonly Status[] = ['processing', 'ready', 'failed'];
export const statusText = (status: Status): string => t(`status.${status}`);

export const StatusMark = ({ status }: { readonly status: Status }) => (
  <span class={`status ${status}`}>{statusText(status)}</span>
);

export const accessLevels: readonly Access[] = ['private', 'organization', 'public'];
export const accessText = (level: Access): string => t(`access.level.${level}`);
/** Says who may read a document with this level. */
export const accessMeaning = (level: Access): string => t(`access.meaning.${level}`);

const icons = { private: 'lock', organization: 'organization', public: 'public' } as const;

export const AccessMark = ({ level }: { readonly level: Access }) => (
  <span class="access">
    <Icon name={icons[level]} />
    {accessText(level)}
  </span>
);

/** A time as people say it; the exact time is its title. */
export const Ago = ({ time }: { readonly time: string }) => (
  <time dateTime={time} title={formatTime(time)}>
    {formatAgo(time)}
  </time>
);

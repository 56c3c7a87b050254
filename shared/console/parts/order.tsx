import { compareTexts, t } from '../words/words.ts';
import { useAddress } from './address.ts';
import { Button, controlOf, Select } from './controls.tsx';

/** A column by which a list can be sorted. */
export interface Column<Item> {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** Items without a value come last. */
  readonly value: (item: Item) => string | number | null | undefined;
}

export interface Order<Item> {
  readonly columns: readonly Column<Item>[];
  /** The chosen column, with `-` before it for a descending order; empty: the order of the service. */
  readonly chosen: string;
  readonly choose: (order: string) => void;
  /** Returns the items in the chosen order. */
  readonly sorted: (items: readonly Item[]) => readonly Item[];
}

/** The order of a list, which the address has as `parameter`. The service's lists have one order, so only loaded items are sorted. */
export function useOrder<Item>(columns: readonly Column<Item>[], parameter = 'sort'): Order<Item> {
  const { query, set } = useAddress();
  const asked = query[parameter] ?? '';
  const column = columns.find(({ name }) => name === asked.replace(/^-/, ''));
  const sign = asked.startsWith('-') ? -1 : 1;
  return {
    columns,
    chosen: column ? asked : '',
    choose: (order) => set({ [parameter]: order }),
    sorted: (items) =>
      column
        ? [...items].sort((a, b) =>
            compared(column.value(a) ?? undefined, column.value(b) ?? undefined, sign),
          )
        : items,
  };
}

function compared(a: string | number | undefined, b: string | number | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * (typeof a === 'number' ? a - Number(b) : compareTexts(a, String(b)));
}

/** The head of a column. It sorts upwards, then downwards, and then not. */
export function OrderHead<Item>({ order, name }: { readonly order: Order<Item>; readonly name: string }) {
  const { chosen, choose, columns } = order;
  const sorts = chosen === name ? 'ascending' : chosen === `-${name}` ? 'descending' : undefined;
  const next = sorts === 'ascending' ? `-${name}` : sorts === 'descending' ? '' : name;
  return (
    <th aria-sort={sorts} scope="col">
      <button type="button" class="sort" onClick={() => choose(next)}>
        {columns.find((one) => one.name === name)?.title}
      </button>
    </th>
  );
}

/** The choice of an order where a list has no heads. */
export const OrderChoice = <Item,>({
  order: { chosen, choose, columns },
}: {
  readonly order: Order<Item>;
}) => (
  <Select
    label={t('order.label')}
    {...controlOf(chosen, choose)}
    options={[
      ['', t('order.newest')],
      ...columns.flatMap(({ name, title }) => [
        [name, `${title} ↑`] as const,
        [`-${name}`, `${title} ↓`] as const,
      ]),
    ]}
  />
);

/** Says that only loaded items are sorted. */
export const OrderNote = <Item,>({
  order: { chosen, choose },
  count,
}: {
  readonly order: Order<Item>;
  readonly count: number | undefined;
}) =>
  chosen === '' || count === undefined ? null : (
    <p class="quiet-text" role="status">
      {t('order.among', { count })}
      <Button text={t('order.newest')} look="link" onClick={() => choose('')} />
    </p>
  );

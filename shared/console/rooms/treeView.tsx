import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button, Icon } from '../parts/controls.tsx';
import { Line, Problem } from '../parts/list.tsx';
import { type Command, Menu } from '../parts/menu.tsx';
import { t } from '../words/words.ts';
import { type Item, isFolder, type Parent, pathOf, type Spot, type Step, type Tree } from './tree.ts';

/** The place of a row that something is dragged over. */
export interface Over {
  readonly id: Item['id'];
  readonly at: 'before' | 'after' | 'into';
}

/** What a person can do with items. */
export interface Acts {
  readonly commandsOf: (item: Item) => readonly (Command | false)[];
  readonly step: (item: Item, step: Step) => unknown;
  readonly move: (item: Item, spot: Omit<Spot, 'after'> & Partial<Spot>) => unknown;
  readonly over: Signal<Over | null>;
}

interface TreeProps {
  readonly tree: Tree;
  /** Names the list. */
  readonly label: string;
  /** Undefined: the items are only shown. */
  readonly acts?: Acts | undefined;
  readonly linkOf: (item: Item) => string | undefined;
  /** Short words beside the name. `isHidden`: whether readers do not see a folder above the item. */
  readonly badgesOf: (item: Item, isHidden: boolean) => readonly (string | false | null | undefined)[];
  readonly factsOf: (item: Item) => readonly ComponentChildren[];
}

/** The folders and documents of a room, each folder with a list of its own. */
export function TreeView(view: TreeProps) {
  const dragged = useRef<Item | null>(null);
  const { acts, label } = view;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only follows what is dragged; the rows take keys
    <div
      class="tree"
      onDragLeave={({ relatedTarget, currentTarget }) => {
        if (acts && !currentTarget.contains(relatedTarget as Node | null)) acts.over.value = null;
      }}
    >
      <Items {...view} label={label} parent={null} dragged={dragged} isHidden={false} />
    </div>
  );
}

interface ItemsProps extends TreeProps {
  readonly parent: Parent;
  readonly dragged: { current: Item | null };
  readonly isHidden: boolean;
}

function Items(list: ItemsProps) {
  const { tree, parent, label } = list;
  const folder = tree.folders.get(parent);
  return (
    <>
      <Problem error={folder?.error} onRetry={tree.reload} />
      <ul class="rows" role="list" aria-label={label} aria-busy={folder === undefined}>
        {folder?.items.map((item) => (
          <ItemRow key={item.id} item={item} list={list} />
        ))}
      </ul>
      {folder && folder.next !== '' && (
        <p>
          <Button text={t('activity.more')} look="small" onClick={() => tree.more(parent)} />
        </p>
      )}
      {parent !== null && folder?.items.length === 0 && <p class="hint">{t('rooms.emptyFolder')}</p>}
    </>
  );
}

const steps: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down' };
/** Into a folder is towards the end of the line, in both directions of writing. */
const stepOf = (key: string, isLeftToRight: boolean): Step | undefined => {
  if (key === 'ArrowRight') return isLeftToRight ? 'into' : 'out';
  if (key === 'ArrowLeft') return isLeftToRight ? 'out' : 'into';
  return steps[key];
};

const isHiddenItem = ({ state, opens_at }: Item): boolean =>
  state === 'draft' || (opens_at !== null && Date.parse(opens_at) > Date.now());

interface RowProps {
  readonly item: Item;
  readonly list: ItemsProps;
}

function ItemRow({ item, list }: RowProps) {
  const { tree, acts, isHidden, badgesOf, factsOf } = list;
  const isOpen = tree.open.has(item.id);
  const over = acts?.over.value;
  const drop = over?.id === item.id ? ` drop-${over.at}` : '';
  const badges = badgesOf(item, isHidden);
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the link or button in the row has the focus */}
      <div
        class={`row-item item${isHidden || isHiddenItem(item) ? ' unseen' : ''}${drop}`}
        data-item={item.id}
        {...(acts && dragging(item, list, acts))}
        onKeyDown={(event) => {
          const isLeftToRight = getComputedStyle(event.currentTarget).direction === 'ltr';
          const step = event.altKey ? stepOf(event.key, isLeftToRight) : undefined;
          if (!step || !acts) return;
          event.preventDefault();
          void acts.step(item, step);
        }}
      >
        <div>
          <p>
            <Name item={item} list={list} />
            {badges.map((badge) => badge && <span class="badge">{badge}</span>)}
          </p>
          <Line facts={factsOf(item)} />
        </div>
        {acts && <Menu label={t('common.actionsOf', { name: item.name })} commands={acts.commandsOf(item)} />}
      </div>
      {isFolder(item) && isOpen && (
        <div class="below">
          <Items {...list} label={item.name} parent={item.id} isHidden={isHidden || isHiddenItem(item)} />
        </div>
      )}
    </li>
  );
}

function Name({ item, list: { tree, linkOf, acts } }: RowProps) {
  const content = (
    <>
      <Icon name={isFolder(item) ? 'folder' : 'document'} />
      <span class="number">{item.number}</span> <bdi>{item.name}</bdi>
    </>
  );
  const keys = acts && { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown Alt+ArrowRight Alt+ArrowLeft' };
  if (isFolder(item))
    return (
      <button
        type="button"
        class="item-name folder"
        aria-expanded={tree.open.has(item.id)}
        {...keys}
        onClick={() => void tree.toggle(item.id)}
      >
        {content}
      </button>
    );
  const href = linkOf(item);
  if (href === undefined) return <span class="item-name">{content}</span>;
  return (
    <a class="item-name" href={href} target="_blank" rel="noopener" draggable={false} {...keys}>
      {content}
    </a>
  );
}

/** Whether files of the computer are dragged. The window takes them. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;

/** Returns the handlers of a row that can be dragged, and over which others and files are dragged. */
function dragging(item: Item, { tree, dragged }: ItemsProps, { over, move }: Acts) {
  const placeOf = (event: DragEvent & { readonly currentTarget: HTMLElement }): Over => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    if (hasFiles(event)) return { id: isFolder(item) ? item.id : (item.parent_id ?? item.id), at: 'into' };
    if (isFolder(item) && part > 0.25 && part < 0.75) return { id: item.id, at: 'into' };
    return { id: item.id, at: part < 0.5 ? 'before' : 'after' };
  };
  const spotAt = (at: Over['at']): ReturnType<typeof spotBeside> =>
    at === 'into' ? { parent_id: item.id } : spotBeside(tree, item, at);
  const isPossible = (moved: Item, spot: ReturnType<typeof spotBeside>): boolean =>
    moved.id !== item.id &&
    spot.after !== moved.id &&
    !pathOf(tree.items, item).some(({ id }) => id === moved.id);
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.stopPropagation();
      dragged.current = item;
      event.dataTransfer?.setData('application/x-item', item.id);
    },
    onDragEnd: () => {
      dragged.current = null;
      over.value = null;
    },
    onDragOver: (event: DragEvent & { readonly currentTarget: HTMLElement }) => {
      const place = placeOf(event);
      const moved = dragged.current;
      const isTaken = hasFiles(event) || (moved !== null && isPossible(moved, spotAt(place.at)));
      if (isTaken) event.preventDefault();
      const next = isTaken ? place : null;
      if (next?.id !== over.value?.id || next?.at !== over.value?.at) over.value = next;
    },
    onDrop: (event: DragEvent & { readonly currentTarget: HTMLElement }) => {
      const moved = dragged.current;
      if (hasFiles(event) || !moved) return;
      event.preventDefault();
      const spot = spotAt(placeOf(event).at);
      over.value = null;
      dragged.current = null;
      if (isPossible(moved, spot)) void move(moved, spot);
    },
  };
}

/** Returns the place before or after an item. */
function spotBeside(
  { folders }: Tree,
  { id, parent_id }: Item,
  at: 'before' | 'after',
): Omit<Spot, 'after'> & Partial<Spot> {
  if (at === 'after') return { parent_id, after: id };
  const siblings = folders.get(parent_id)?.items ?? [];
  return { parent_id, after: siblings[siblings.findIndex((one) => one.id === id) - 1]?.id ?? 'first' };
}

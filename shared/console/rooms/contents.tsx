import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { announce, attempt, toast } from '../frame/toasts.tsx';
import { useGroupNames } from '../groups/names.ts';
import { type Dropped, isPdf, uploadedCount } from '../library/uploads.ts';
import { useAddress } from '../parts/address.ts';
import { Button, controlOf, Icon, Select, TextField } from '../parts/controls.tsx';
import { FormDialog, openDialog } from '../parts/dialog.tsx';
import { Card, Empty } from '../parts/list.tsx';
import { type Command, Menu } from '../parts/menu.tsx';
import { paths } from '../paths.ts';
import { SearchField } from '../search/searchField.tsx';
import { api, change, useFacts, useRenewal } from '../service/api.ts';
import { formatList, formatTime, t } from '../words/words.ts';
import { type Entry, GrantAccess, subjectText, useEntries } from './access.tsx';
import { AddFromLibrary } from './addFromLibrary.tsx';
import { FoundInRoom } from './foundInRoom.tsx';
import { EditItem, MoveTo, NewFolder, RemoveItem } from './itemDialogs.tsx';
import { placedCount } from './placing.ts';
import { PutFiles, withFolders } from './putFiles.tsx';
import {
  type Item,
  isFolder,
  pageOf,
  presentSpot,
  type Room,
  type Spot,
  type Step,
  spotOf,
  type Tree,
  useTree,
  type Viewer,
} from './tree.ts';
import { type Acts, type Over, TreeView } from './treeView.tsx';

interface ContentsProps {
  readonly room: Room;
  /** The folder that files are dragged over; null: the top. */
  readonly target: Signal<Item | null>;
  /** Loads the room again. */
  readonly onChange: () => unknown;
}

/** The tree of a room, for those who manage it, or as a group or an address sees it. */
export function Contents(props: ContentsProps) {
  const { query, set } = useAddress();
  const { as = '', q = '' } = query;
  const { room } = props;
  const entries = useEntries(room.id).data?.items ?? [];
  if (as !== '')
    return (
      <>
        <SeeAs as={as} entries={entries} />
        <Preview key={as} room={room} as={as} />
      </>
    );
  return (
    <>
      <search class="filters">
        <SearchField q={q} onSearch={(sought) => set({ q: sought }, q !== '')} />
      </search>
      {q !== '' && <FoundInRoom room={room} q={q} />}
      {q === '' && <SeeAs as={as} entries={entries} />}
      {/* It stays, so that its folders are still open after a search. */}
      <div hidden={q !== ''}>
        <Managed {...props} />
      </div>
    </>
  );
}

const viewerOf = (as: string): Viewer =>
  as.startsWith('grp_') ? { as_group: as as `grp_${string}` } : { as_email: as };

/** The choice of whose view is shown. */
function SeeAs({ as, entries }: { readonly as: string; readonly entries: readonly Entry[] }) {
  const { set } = useAddress();
  const groups = [...(useGroupNames() ?? [])];
  const withAccess = new Set<string | null>(entries.map(({ group_id }) => group_id));
  const addresses = [
    ...new Set([...entries.flatMap(({ email }) => email ?? []), ...(as.includes('@') ? [as] : [])]),
  ];
  const other = 'other';
  return (
    <div class="row">
      <span aria-hidden="true">{t('rooms.seeAs')}</span>
      <Select
        label={t('rooms.seeAs')}
        {...controlOf(as, (chosen) => {
          if (chosen === other) openDialog(<AskAddress onDone={(email) => set({ as: email })} />);
          else set({ as: chosen });
        })}
        options={[['', t('rooms.seeAsManager')]]}
        groups={[
          [t('groups.title'), groups.filter(([id]) => withAccess.has(id))],
          [
            t('rooms.addresses'),
            [...addresses.map((one) => [one, one] as const), [other, t('rooms.otherAddress')]],
          ],
          [t('rooms.otherGroups'), groups.filter(([id]) => !withAccess.has(id))],
        ]}
      />
    </div>
  );
}

function AskAddress({ onDone }: { readonly onDone: (email: string) => unknown }) {
  const email = useSignal('');
  return (
    <FormDialog title={t('rooms.seeAs')} send={async () => email.value.trim()} onDone={onDone}>
      <TextField label={t('groups.kind.email')} text={email} type="email" required />
    </FormDialog>
  );
}

interface PreviewProps {
  readonly room: Room;
  readonly as: string;
}

/** The tree as a group or an address sees it, by the rules of the service. */
function Preview({ room, as }: PreviewProps) {
  const { set } = useAddress();
  const names = useGroupNames(as.startsWith('grp_'));
  const name = names?.get(as) ?? as;
  const tree = useTree(room.id, viewerOf(as));
  useRenewal(tree.reload);
  const top = tree.folders.get(null);
  return (
    <Card
      title={t('rooms.asTitle', { name })}
      aside={<Button text={t('rooms.seeAsManager')} look="small" onClick={() => set({ as: '' })} />}
    >
      <p class="hint">{t('rooms.asHint')}</p>
      {top?.items.length === 0 && !top.error ? (
        <p>{t('rooms.seesNothing', { name })}</p>
      ) : (
        <TreeView
          tree={tree}
          label={t('rooms.contents')}
          linkOf={() => undefined}
          badgesOf={({ access }) => [access === 'manage' ? null : t(`rooms.level.${access}`)]}
          factsOf={() => []}
        />
      )}
    </Card>
  );
}

function Managed({ room, target, onChange }: ContentsProps) {
  const tree = useTree(room.id, {});
  const entries = useEntries(room.id);
  const groups = useGroupNames();
  const over = useSignal<Over | null>(null);
  const isFirst = useRef(true);
  const reload = async () => {
    await tree.reload();
    onChange();
  };
  useRenewal(tree.reload);
  useEffect(() => {
    if (!isFirst.current) void reload();
    isFirst.current = false;
  }, [placedCount.value]);
  useEffect(() => {
    target.value = (over.value?.at === 'into' && tree.items.get(over.value.id)) || null;
  }, [over.value]);
  const documents = [...tree.items.values()].flatMap(({ document_id }) => document_id ?? []);
  const unready = useFacts(documents, readUnready, uploadedCount.value);
  const entriesOf = (id: Item['id']) => (entries.data?.items ?? []).filter(({ item_id }) => item_id === id);
  const dialogs = { room, tree, reload, onAccess: entries.reload };
  const acts: Acts = { ...actsOf(dialogs), over };
  const top = tree.folders.get(null);
  return (
    <Card title={t('rooms.contents')} aside={<AddMenu {...dialogs} folder={null} />}>
      {top?.items.length === 0 && !top.error ? (
        <Empty icon="folder" title={t('rooms.empty')} text={t('rooms.emptyText')} />
      ) : (
        <>
          <p class="hint keys">{t('rooms.keys')}</p>
          <TreeView
            tree={tree}
            label={t('rooms.contents')}
            acts={acts}
            linkOf={({ document_id }) => (document_id ? pageOf(document_id, room) : undefined)}
            badgesOf={(item, isHidden) => [
              item.state === 'draft' && t('rooms.draft'),
              item.opens_at !== null &&
                Date.parse(item.opens_at) > Date.now() &&
                t('rooms.from', { time: formatTime(item.opens_at) }),
              isHidden && t('rooms.hiddenAbove'),
              unreadyText(unready.get(item.document_id ?? '')),
            ]}
            factsOf={({ id }) => [accessText(entriesOf(id), groups)]}
          />
        </>
      )}
    </Card>
  );
}

/** Why readers cannot open a document; null: they can. */
type Unready = 'processing' | 'failed' | null;
const unreadyText = (why: Unready | undefined): string | null => (why ? t(`rooms.unready.${why}`) : null);

/** Says who has an access entry on an item itself. */
const accessText = (entries: readonly Entry[], groups: ReadonlyMap<string, string> | undefined): string =>
  formatList(entries.map((one) => `${subjectText(one, groups)}: ${t(`rooms.level.${one.level}`)}`));

/** A list with a filter can have short pages. Documents beyond these pages have no mark. */
const pagesMax = 3;

/** Returns which of the documents have no version that readers can open, and why. */
async function readUnready(
  ids: readonly Document['id'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Unready>> {
  const found = new Map<string, Unready>(ids.map((id) => [id, null]));
  if (ids.length === 0) return found;
  for (const processing_status of ['processing', 'failed'] as const) {
    let cursor: string | undefined;
    for (let page = 0; page < pagesMax && cursor !== ''; page++) {
      const input = { processing_status, limit: 100, ...(cursor && { cursor }) };
      const { items, pagination } = await api.listDocuments(input, { signal });
      for (const { id, current_version } of items)
        if (found.has(id) && current_version === null) found.set(id, processing_status);
      cursor = pagination.next_cursor;
    }
  }
  return found;
}

interface Dialogs {
  readonly room: Room;
  readonly tree: Tree;
  readonly reload: () => Promise<void>;
  readonly onAccess: () => unknown;
}

interface AddMenuProps extends Dialogs {
  /** null: the top of the room. */
  readonly folder: Item | null;
}

/** Opens the folder that got something, and loads the tree again. */
const showIn = async ({ tree, reload }: Dialogs, folder: Item | null): Promise<void> => {
  if (folder) await tree.toggle(folder.id, true);
  await reload();
};

const addCommands = (dialogs: Dialogs, folder: Item | null): Command[] => {
  const { room } = dialogs;
  const show = () => showIn(dialogs, folder);
  return [
    {
      title: t('rooms.newFolder'),
      icon: 'folder',
      run: () => openDialog(<NewFolder room={room} parent={folder} onDone={show} />),
    },
    {
      title: t('rooms.addDocuments'),
      icon: 'document',
      run: () => openDialog(<AddFromLibrary room={room} folder={folder} onDone={show} />),
    },
  ];
};

/** What can be added at the top of a room: folders, documents of the library, and files and folders of the computer. */
function AddMenu({ folder, ...dialogs }: AddMenuProps) {
  const files = useRef<HTMLInputElement>(null);
  const directory = useRef<HTMLInputElement>(null);
  const put = (all: readonly Dropped[]) =>
    all.length > 0 &&
    openDialog(
      <PutFiles room={dialogs.room} folder={folder} all={all} onDone={() => showIn(dialogs, folder)} />,
    );
  const input = (isDirectory: boolean) => (
    <input
      ref={isDirectory ? directory : files}
      type="file"
      multiple
      hidden
      aria-label={isDirectory ? t('rooms.uploadFolder') : t('library.upload')}
      {...(isDirectory ? { webkitdirectory: true } : { accept: 'application/pdf,.pdf' })}
      onChange={({ currentTarget }) => {
        const chosen = [...(currentTarget.files ?? [])];
        put(isDirectory ? withFolders(chosen.filter(isPdf)) : chosen);
        currentTarget.value = '';
      }}
    />
  );
  return (
    <>
      <Menu
        label={t('rooms.add')}
        class="button primary"
        button={
          <>
            <Icon name="plus" />
            {t('rooms.add')}
          </>
        }
        commands={[
          ...addCommands(dialogs, folder),
          { title: t('library.upload'), icon: 'upload', run: () => files.current?.click() },
          { title: t('rooms.uploadFolder'), icon: 'upload', run: () => directory.current?.click() },
        ]}
      />
      {input(false)}
      {input(true)}
    </>
  );
}

/** Moves the focus to the name of an item, after its row was drawn in another place. */
const focusItem = (id: Item['id']): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item="${id}"] .item-name`)?.focus());
};

const stepTitles = { up: 'rooms.up', down: 'rooms.down', out: 'rooms.out' } as const;

function actsOf(dialogs: Dialogs): Omit<Acts, 'over'> {
  const { room, tree, reload, onAccess } = dialogs;
  type Target = Omit<Spot, 'after'> & Partial<Spot>;
  const send = async ({ id }: Item, spot: Target) => {
    await change(() => api.updateRoomItem({ room_id: room.id, item_id: id, ...spot }));
    if (spot.parent_id) await tree.toggle(spot.parent_id, true);
    await reload();
    focusItem(id);
    const item = tree.now().items.get(id);
    if (item) announce(t('rooms.nowAt', { name: item.name, number: item.number }));
  };
  const move = (item: Item, spot: Target) => {
    const before = presentSpot(tree, item);
    return attempt(async () => {
      await send(item, spot);
      toast(t('rooms.moved', { name: item.name }), () => attempt(() => send(item, before)));
    });
  };
  /** Whether the item below an item is not loaded yet. */
  const hasMore = ({ parent_id }: Item, way: Step) =>
    way === 'down' && (tree.folders.get(parent_id)?.next ?? '') !== '';
  const step = async (item: Item, way: Step) => {
    if (!spotOf(tree, item, way) && hasMore(item, way)) await tree.more(item.parent_id);
    const spot = spotOf(tree.now(), item, way);
    if (spot) await attempt(() => send(item, spot));
  };
  const stepCommand = (item: Item, way: Exclude<Step, 'into'>): Command | false =>
    (spotOf(tree, item, way) !== undefined || hasMore(item, way)) && {
      title: t(stepTitles[way]),
      run: () => step(item, way),
    };
  const intoCommand = (item: Item): Command | false => {
    const spot = spotOf(tree, item, 'into');
    const folder = spot?.parent_id ? tree.items.get(spot.parent_id) : undefined;
    return (
      folder !== undefined && { title: t('rooms.into', { name: folder.name }), run: () => step(item, 'into') }
    );
  };
  const moveTo = (item: Item) =>
    openDialog(<MoveTo room={room} item={item} onMove={(spot) => send(item, spot)} />);
  const commandsOf = (item: Item): (Command | false)[] => [
    {
      title: t('rooms.edit'),
      icon: 'edit',
      run: () => openDialog(<EditItem room={room} item={item} onDone={reload} />),
    },
    ...(isFolder(item) ? addCommands(dialogs, item) : []),
    {
      title: t('rooms.grant'),
      icon: 'person',
      run: () => openDialog(<GrantAccess room={room} item={item} onDone={onAccess} />),
    },
    item.document_id !== null && {
      title: t('rooms.documentScreen'),
      icon: 'external',
      href: paths.document(item.document_id),
    },
    stepCommand(item, 'up'),
    stepCommand(item, 'down'),
    intoCommand(item),
    stepCommand(item, 'out'),
    { title: t('rooms.moveTo'), icon: 'folder', run: () => moveTo(item) },
    {
      title: t('rooms.remove'),
      icon: 'bin',
      run: () => openDialog(<RemoveItem room={room} item={item} onDone={reload} />),
    },
  ];
  return { commandsOf, step, move };
}

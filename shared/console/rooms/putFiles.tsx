import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { addedItemsMax } from '../../contract/limits.ts';
import { cleanedName } from '../../contract/shownText.ts';
import { type Dropped, isPdf, type Place, uploadTo } from '../library/uploads.ts';
import { Choices } from '../parts/controls.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { t } from '../words/words.ts';
import { addItems, type State } from './add.ts';
import { Placing, type Siblings } from './placing.ts';
import { type Item, isFolder, type Parent, type Room, readFolder } from './tree.ts';

type DroppedFolder = Exclude<Dropped, File>;
const isDroppedFolder = (one: Dropped): one is DroppedFolder => 'within' in one;

/** How much was dropped. Files in folders that are no PDFs are left out. */
function countsOf(
  all: readonly Dropped[],
  isInside = false,
): Readonly<Record<'files' | 'folders' | 'others', number>> {
  const counts = { files: 0, folders: 0, others: 0 };
  for (const one of all)
    if (isDroppedFolder(one)) {
      const within = countsOf(one.within, true);
      counts.files += within.files;
      counts.folders += 1 + within.folders;
      counts.others += within.others;
    } else if (isInside && !isPdf(one)) counts.others += 1;
    else counts.files += 1;
  return counts;
}

type Folders = Map<string, Pick<Item, 'id' | 'name'>>;

/** A folder of the room that gets something. */
interface Level {
  readonly parent_id: Parent;
  /** Such as `Purchase / Contracts`. */
  readonly name: string;
  readonly isNew: boolean;
  readonly within: readonly Dropped[];
}

const nameOf = ({ name }: DroppedFolder): string => cleanedName(name) ?? t('rooms.untitledFolder');

/** Makes the folders of what was dropped, and gives each file its place. A second run uses the folders that the first one made. */
class Making {
  readonly #room_id: Room['id'];
  readonly #state: State;
  /** The folders that it made. */
  readonly #made = new Set<Item['id']>();
  /** The keys of the requests, so that a repeated one makes no folder twice. */
  readonly #keys = new Map<string, string>();

  constructor(room_id: Room['id'], state: State) {
    this.#room_id = room_id;
    this.#state = state;
  }

  async make(top: Level): Promise<{ readonly file: File; readonly place: Place }[]> {
    const placing = new Placing(this.#room_id, this.#state);
    const files: { readonly file: File; readonly place: Place }[] = [];
    for (let levels: readonly Level[] = [top]; levels.length > 0; ) {
      const next: Level[] = [];
      for (const level of levels) {
        const { end, folders } = await this.#foldersIn(level);
        const siblings: Siblings = { parent_id: level.parent_id, isNew: level.isNew, end, slots: [] };
        for (const one of level.within) {
          const folder = isDroppedFolder(one) ? folders.get(nameOf(one)) : undefined;
          if (isDroppedFolder(one) && folder) {
            placing.folder(siblings, folder.id);
            const name = `${level.name} / ${folder.name}`;
            next.push({ parent_id: folder.id, name, isNew: this.#made.has(folder.id), within: one.within });
          } else if (!isDroppedFolder(one) && (level === top || isPdf(one)))
            files.push({ file: one, place: placing.file(siblings, level.name) });
        }
      }
      levels = next;
    }
    return files;
  }

  /** Makes the folders that are not there. Returns all by their names, and the item after which the first of them stands. */
  async #foldersIn({
    parent_id,
    isNew,
    within,
  }: Level): Promise<Pick<Siblings, 'end'> & { readonly folders: Folders }> {
    const names = [...new Set(within.filter(isDroppedFolder).map(nameOf))];
    if (names.length === 0) return { end: isNew ? 'first' : undefined, folders: new Map() };
    const { items } = await readFolder(this.#room_id, parent_id, {}, Number.POSITIVE_INFINITY);
    const folders: Folders = new Map(items.filter(isFolder).map((one) => [one.name, one]));
    const missing = names.filter((name) => !folders.has(name));
    for (let start = 0; start < missing.length; start += addedItemsMax) {
      const part = missing.slice(start, start + addedItemsMax);
      const place = { kind: 'folder' as const, parent_id, state: isNew ? ('open' as const) : this.#state };
      const made = await addItems(
        this.#room_id,
        part.map((name) => ({ ...place, name })),
        this.#keyOf(`${parent_id} ${part.join('/')}`),
      );
      for (const one of made) {
        folders.set(one.name, one);
        this.#made.add(one.id);
      }
    }
    return { end: items.findLast(({ id }) => !this.#made.has(id))?.id ?? 'first', folders };
  }

  #keyOf(request: string): string {
    const key = this.#keys.get(request) ?? crypto.randomUUID();
    this.#keys.set(request, key);
    return key;
  }
}

interface PutFilesProps {
  readonly room: Room;
  /** Where the files go; null: to the top. */
  readonly folder: Item | null;
  readonly all: readonly Dropped[];
  readonly onDone: () => unknown;
}

export const stateChoices = (): readonly (readonly [State, string])[] => [
  ['open', t('rooms.showNow')],
  ['draft', t('rooms.asDraft')],
];

/** Asks before files and folders go into a room. Then it makes the folders, and the panel of uploads shows the files. */
export function PutFiles({ room, folder, all, onDone }: PutFilesProps) {
  const state = useSignal<State>('open');
  const making = useRef<Making | undefined>(undefined);
  const { files, folders, others } = countsOf(all);
  const name = folder?.name ?? room.name;
  const send = async () => {
    making.current ??= new Making(room.id, state.value);
    const level = { parent_id: folder?.id ?? null, name, isNew: false, within: all };
    uploadTo(await making.current.make(level));
  };
  return (
    <FormDialog
      title={t('rooms.putFiles', { name })}
      action={t('rooms.put')}
      disabled={files + folders === 0}
      send={send}
      onDone={onDone}
    >
      <ul class="file-names" role="list">
        <li>{t('rooms.files', { count: files })}</li>
        {folders > 0 && <li>{t('rooms.folders', { count: folders })}</li>}
        {others > 0 && <li class="quiet-text">{t('rooms.others', { count: others })}</li>}
      </ul>
      <Choices legend={t('rooms.readersSee')} one={state} options={stateChoices()} />
      <p class="hint">{t('rooms.privateUploads')}</p>
    </FormDialog>
  );
}

/** Returns the files of a chosen folder, with their folders. */
export function withFolders(files: Iterable<File>): Dropped[] {
  const top: { name: string; within: Dropped[] } = { name: '', within: [] };
  const sorted = [...files].sort((a, b) =>
    a.webkitRelativePath.localeCompare(b.webkitRelativePath, undefined, { numeric: true }),
  );
  for (const file of sorted) {
    let at = top;
    for (const name of file.webkitRelativePath.split('/').slice(0, -1)) {
      let next = at.within.find((one) => isDroppedFolder(one) && one.name === name) as typeof top | undefined;
      if (!next) {
        next = { name, within: [] };
        at.within.push(next);
      }
      at = next;
    }
    at.within.push(file);
  }
  return top.within;
}

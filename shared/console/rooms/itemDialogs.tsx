import { useSignal } from '@preact/signals';
import { roomNameMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Choices, TextField } from '../parts/controls.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { answerOf, api, changedFields, changeItem, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { addItems, type State } from './add.ts';
import { PlaceChoice } from './choosePlace.tsx';
import { stateChoices } from './putFiles.tsx';
import { fieldOfTime, timeOfField } from './state.ts';
import { type Item, isFolder, type Room, type Spot } from './tree.ts';

interface FolderProps {
  readonly room: Room;
  /** The folder around the new one; null: the top. */
  readonly parent: Item | null;
  readonly onDone: (folder: Item | undefined) => unknown;
}

export function NewFolder({ room, parent, onDone }: FolderProps) {
  const name = useSignal('');
  const state = useSignal<State>('open');
  return (
    <FormDialog
      title={parent ? t('rooms.newFolderIn', { name: parent.name }) : t('rooms.newFolder')}
      action={t('rooms.newFolder')}
      send={async ({ idempotencyKey }) => {
        const folder = { name: name.value.trim(), parent_id: parent?.id ?? null, state: state.value };
        const [made] = await addItems(room.id, [{ kind: 'folder', ...folder }], idempotencyKey);
        return made;
      }}
      onDone={onDone}
    >
      <TextField
        label={t('common.name')}
        name="items[0].name"
        text={name}
        required
        maxLength={roomNameMaxCharacters}
      />
      <Choices legend={t('rooms.readersSee')} one={state} options={stateChoices()} />
    </FormDialog>
  );
}

interface ItemProps {
  readonly room: Room;
  readonly item: Item;
  readonly onDone: () => unknown;
}

/** The name of a folder, and when readers see an item. */
export function EditItem({ room, item, onDone }: ItemProps) {
  const name = useSignal(item.name);
  const state = useSignal<State>(item.state);
  const opens = useSignal(fieldOfTime(item.opens_at));
  const isNamed = isFolder(item);
  return (
    <FormDialog
      title={t('rooms.editItem', { name: item.name })}
      action={t('common.change')}
      send={() =>
        changeItem(api.getRoomItem, { room_id: room.id, item_id: item.id }, (ids, options) =>
          api.updateRoomItem(
            {
              ...ids,
              ...changedFields(item, {
                ...(isNamed && { name: name.value.trim() }),
                state: state.value,
                opens_at: timeOfField(opens.value, item.opens_at),
              }),
            },
            options,
          ),
        )
      }
      onDone={onDone}
    >
      {isNamed && (
        <TextField
          label={t('common.name')}
          name="name"
          text={name}
          required
          maxLength={roomNameMaxCharacters}
        />
      )}
      <Choices
        legend={t('rooms.readersSee')}
        name="state"
        one={state}
        options={[
          ['open', t('rooms.show')],
          ['draft', t('rooms.asDraft')],
        ]}
      />
      <TextField
        label={t('rooms.shownFrom')}
        hint={t('rooms.shownFromHint')}
        name="opens_at"
        text={opens}
        type="datetime-local"
      />
    </FormDialog>
  );
}

interface MoveProps extends Omit<ItemProps, 'onDone'> {
  readonly onMove: (spot: Omit<Spot, 'after'>) => Promise<unknown>;
}

/** Moves an item into a folder that the person chooses. */
export function MoveTo({ room, item, onMove }: MoveProps) {
  const folder = useSignal<Item | null>(null);
  return (
    <FormDialog
      title={t('rooms.moveItem', { name: item.name })}
      action={t('rooms.moveHere')}
      send={() => onMove({ parent_id: folder.value?.id ?? null })}
    >
      <PlaceChoice legend={t('rooms.where')} room={room} chosen={folder} without={item.id} />
    </FormDialog>
  );
}

/** More items are not counted. */
const countedMax = 1000;

async function countBelow(room_id: Room['id'], parent_id: Item['id'], signal: AbortSignal) {
  let count = 0;
  const input = { room_id, parent_id, recursive: 'true' as const, limit: 100 };
  for await (const _ of api.listRoomItems.all(input, { signal })) {
    count += 1;
    if (count > countedMax) break;
  }
  return answerOf(count);
}

/** Asks before an item is removed. For a folder, it says how much goes with it. */
export function RemoveItem({ room, item, onDone }: ItemProps) {
  const { id: item_id, name } = item;
  const below = useLoaded(item_id, async (signal) =>
    isFolder(item) ? countBelow(room.id, item_id, signal) : answerOf(0),
  );
  const count = below.data ?? 0;
  const text =
    count > countedMax
      ? t('rooms.removeMany', { count: countedMax })
      : count > 0
        ? t('rooms.removeBelow', { count })
        : '';
  return (
    <FormDialog
      title={t('rooms.removeItem', { name })}
      action={t('rooms.remove')}
      look="danger"
      disabled={below.data === undefined && below.error === undefined}
      send={() => changeItem(api.getRoomItem, { room_id: room.id, item_id }, api.deleteRoomItem)}
      onDone={() => {
        toast(t('rooms.removed', { name }));
        onDone();
      }}
    >
      <p aria-live="polite">
        {isFolder(item) ? t('rooms.removeFolder') : t('rooms.removeDocument')} {text}
      </p>
      <p class="hint">{t('rooms.documentsStay')}</p>
    </FormDialog>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Document } from '../../client/types.ts';
import { toast } from '../frame/toasts.tsx';
import { Choices, TextField } from '../parts/controls.tsx';
import { Dialog, Form, useClose } from '../parts/dialog.tsx';
import { Problem } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { answerOf, api, useLoaded } from '../service/api.ts';
import { t } from '../words/words.ts';
import { addDocuments, refusalText, type State } from './add.ts';
import { PlaceChoice } from './choosePlace.tsx';
import { stateChoices } from './putFiles.tsx';
import type { Item, Room } from './tree.ts';

async function managedRooms(signal: AbortSignal) {
  const items: Room[] = [];
  for await (const room of api.listRooms.all({ limit: 100 }, { signal }))
    if (room.item_count !== null) items.push(room);
  return answerOf({ items });
}

interface PutProps {
  readonly documents: readonly Document[];
  readonly onDone: (() => unknown) | undefined;
}

/** Puts documents into a room that the person chooses among those that they manage. */
export function PutIntoRoom({ documents, onDone }: PutProps) {
  const rooms = useLoaded('rooms', managedRooms);
  const title = t('rooms.putDocuments', { count: documents.length });
  const items = rooms.data?.items ?? [];
  if (items.length > 0) return <Choice title={title} rooms={items} documents={documents} onDone={onDone} />;
  return (
    <Dialog title={title}>
      <Problem error={rooms.error} onRetry={rooms.reload} />
      {rooms.data && (
        <p>
          {t('rooms.noneManaged')} <a href={paths.rooms}>{t('nav.rooms')}</a>
        </p>
      )}
    </Dialog>
  );
}

interface ChoiceProps extends PutProps {
  readonly title: string;
  readonly rooms: readonly Room[];
}

function Choice({ title, rooms, documents, onDone }: ChoiceProps) {
  const id = useSignal<string>(rooms[0]?.id ?? '');
  const room = rooms.find((one) => one.id === id.value) ?? (rooms[0] as Room);
  const folder = useSignal<Item | null>(null);
  return (
    <AddForm title={title} room={room} folder={folder.value} documents={documents} onDone={onDone}>
      <TextField
        label={t('rooms.room')}
        text={{
          value: room.id,
          onInput: ({ currentTarget: { value } }) => {
            id.value = value;
            folder.value = null;
          },
        }}
        options={rooms.map((one) => [one.id, one.name])}
      />
      <PlaceChoice key={room.id} legend={t('rooms.where')} room={room} chosen={folder} />
    </AddForm>
  );
}

interface AddFormProps extends PutProps {
  readonly title: string;
  readonly room: Room;
  readonly folder: Pick<Item, 'id' | 'name'> | null;
  readonly children: preact.ComponentChildren;
}

/** The form that adds documents of the library to a room. It stays open while some were refused, and says why. */
export function AddForm({ title, room, folder, documents, onDone, children }: AddFormProps) {
  const close = useClose();
  const state = useSignal<State>('open');
  const refused = useSignal<readonly (readonly [Document, unknown])[]>([]);
  const done = useSignal<ReadonlySet<string>>(new Set());
  useEffect(() => {
    done.value = new Set();
    refused.value = [];
  }, [room.id]);
  const left = documents.filter(({ id }) => !done.value.has(id));
  const isPrivate = documents.some(({ access_level }) => access_level === 'private');
  const send = async ({ idempotencyKey }: { readonly idempotencyKey: string }) => {
    const added = left.map(({ id }) => ({
      document_id: id,
      parent_id: folder?.id ?? null,
      state: state.value,
    }));
    const errors = await addDocuments(room.id, added, idempotencyKey);
    refused.value = [...errors].map(([index, error]) => [left[index] as Document, error]);
    done.value = new Set([
      ...done.value,
      ...left.filter((_, index) => !errors.has(index)).map(({ id }) => id),
    ]);
    return left.length - errors.size;
  };
  const end = (count: number) => {
    if (count > 0) {
      toast(t('rooms.added', { count, name: folder?.name ?? room.name }));
      onDone?.();
    }
    if (refused.value.length === 0) close();
  };
  return (
    <Dialog title={title}>
      <Form action={t('rooms.put')} disabled={left.length === 0} send={send} onDone={end}>
        {children}
        {refused.value.length > 0 && (
          <div role="alert">
            <ul class="field-errors" role="list">
              {refused.value.map(([{ id, title: name }, error]) => (
                <li key={id} class="field-error">
                  <bdi>{name}</bdi>: {refusalText(error)}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Choices legend={t('rooms.readersSee')} one={state} options={stateChoices()} />
        {isPrivate && (
          <p class="notice" role="status">
            {t('rooms.privateDocuments')}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

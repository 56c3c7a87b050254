import { type Signal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { descriptionMaxCharacters } from '../../contract/limits.ts';
import { toast } from '../frame/toasts.tsx';
import { Button, Choices, TextField } from '../parts/controls.tsx';
import { ask, Form, useAct } from '../parts/dialog.tsx';
import { Card, Facts } from '../parts/list.tsx';
import { SavedText } from '../parts/savedText.tsx';
import { paths } from '../paths.ts';
import { api, type Loaded } from '../service/api.ts';
import { formatTime, t } from '../words/words.ts';
import { fieldOfTime, stateText, timeOfField } from './state.ts';
import type { Room } from './tree.ts';

type Numbering = Room['numbering'];

export const useNumbering = (first: Numbering) => useSignal<Numbering>(first);

/** How items are numbered. With `shared`, it says that gaps show. */
export const NumberingChoice = ({ chosen }: { readonly chosen: Signal<Numbering> }) => (
  <>
    <Choices
      legend={t('rooms.numbering')}
      name="numbering"
      one={chosen}
      options={(['personal', 'shared'] as const).map((one) => [
        one,
        <>
          {t(`rooms.numbering.${one}`)} <span class="hint">{t(`rooms.numberingText.${one}`)}</span>
        </>,
      ])}
    />
    {chosen.value === 'shared' && (
      <p class="notice" role="status">
        {t('rooms.gaps')}
      </p>
    )}
  </>
);

interface SettingsProps {
  readonly room: Room;
  readonly loaded: Loaded<Room>;
}

const textsOf = ({ name, description }: Room) => ({
  [t('common.name')]: name,
  [t('rooms.description')]: description ?? '',
});

interface TextProps {
  readonly loaded: Loaded<Room>;
  readonly room_id: Room['id'];
  readonly field: 'name' | 'description';
  readonly maxLength: number;
}

/** The name of a room, as the heading of its screen, or its description. */
export const RoomText = ({ loaded, room_id, field, maxLength }: TextProps) => (
  <SavedText
    name={`${field} ${room_id}`}
    label={field === 'name' ? t('common.name') : t('rooms.description')}
    loaded={loaded}
    textsOf={textsOf}
    save={(text, options) => api.updateRoom.withResponse({ room_id, [field]: text || null }, options)}
    maxLength={maxLength}
    isLong={field === 'description'}
    isEditable
  />
);

/** What a manager of a room sets for all of it. */
export function Settings({ room, loaded }: SettingsProps) {
  const { route } = useLocation();
  const { id: room_id, name } = room;
  const remove = () =>
    ask(
      { title: t('rooms.delete'), text: t('rooms.deleteText', { name, count: room.item_count ?? 0 }) },
      async () => {
        await api.deleteRoom({ room_id }, { ifMatch: loaded.tag });
        toast(t('rooms.deleted', { name }));
        route(paths.rooms);
      },
    );
  return (
    <>
      <State key={`${room.state} ${room.opens_at} ${room.closes_at}`} room={room} loaded={loaded} />
      <Numbers key={room.numbering} room={room} loaded={loaded} />
      <Card title={t('rooms.about')}>
        <RoomText
          field="description"
          room_id={room_id}
          loaded={loaded}
          maxLength={descriptionMaxCharacters}
        />
        <Facts
          entries={[
            [t('rooms.contents'), t('rooms.count', { count: room.item_count ?? 0 })],
            [t('library.column.creator'), <bdi>{room.created_by.name}</bdi>],
            [t('library.column.created'), formatTime(room.created_at)],
          ]}
        />
        <p>
          <Button text={t('rooms.delete')} look="danger" icon="bin" onClick={remove} />
        </p>
      </Card>
    </>
  );
}

/** When readers may enter. */
function State({ room, loaded }: SettingsProps) {
  const { id: room_id, state } = room;
  const opens = useSignal(fieldOfTime(room.opens_at));
  const closes = useSignal(fieldOfTime(room.closes_at));
  const act = useAct();
  const save = () =>
    loaded.change((options) =>
      api.updateRoom.withResponse(
        {
          room_id,
          opens_at: timeOfField(opens.value, room.opens_at),
          closes_at: timeOfField(closes.value, room.closes_at),
        },
        options,
      ),
    );
  const isOpen = state === 'open';
  const turn = () =>
    act.run(() =>
      loaded.change((options) =>
        api.updateRoom.withResponse({ room_id, state: isOpen ? 'closed' : 'open' }, options),
      ),
    );
  return (
    <Card
      title={t('rooms.when')}
      aside={<Button text={isOpen ? t('rooms.close') : t('rooms.open')} icon="lock" onClick={turn} />}
      error={act.error}
    >
      <p>{stateText(room) ?? t('rooms.isOpen')}</p>
      <p class="hint">{t('rooms.managersEnter')}</p>
      <Form action={t('common.change')} send={save} onDone={() => toast(t('document.saved'))}>
        <TextField label={t('rooms.opensAt')} name="opens_at" text={opens} type="datetime-local" />
        <TextField label={t('rooms.closesAt')} name="closes_at" text={closes} type="datetime-local" />
      </Form>
    </Card>
  );
}

function Numbers({ room: { id: room_id, numbering }, loaded }: SettingsProps) {
  const chosen = useNumbering(numbering);
  const save = () =>
    loaded.change((options) => api.updateRoom.withResponse({ room_id, numbering: chosen.value }, options));
  return (
    <Card title={t('rooms.numbers')}>
      <Form
        action={t('common.change')}
        disabled={chosen.value === numbering}
        send={save}
        onDone={() => toast(t('document.saved'))}
      >
        <NumberingChoice chosen={chosen} />
      </Form>
    </Card>
  );
}

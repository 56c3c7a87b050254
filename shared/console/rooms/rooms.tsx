import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { descriptionMaxCharacters, roomNameMaxCharacters, roomsMax } from '../../contract/limits.ts';
import { Button, TextField } from '../parts/controls.tsx';
import { FormDialog, openDialog } from '../parts/dialog.tsx';
import { Ago, ListCard, Row, Screen } from '../parts/list.tsx';
import { paths } from '../paths.ts';
import { api, may, me, useAll } from '../service/api.ts';
import { t } from '../words/words.ts';
import { NumberingChoice, useNumbering } from './settings.tsx';
import { stateText } from './state.ts';

/** The rooms that the person manages or may enter, and those of other organizations that they may enter. */
export function Rooms() {
  const hasOrganization = me.value?.organization_id !== null;
  const mayMake = hasOrganization && may('document#write');
  return (
    <Screen
      title={t('nav.rooms')}
      lead={t('rooms.lead')}
      actions={
        mayMake && (
          <Button
            text={t('rooms.create')}
            icon="plus"
            look="primary"
            onClick={() => openDialog(<NewRoom />)}
          />
        )
      }
    >
      {hasOrganization && (
        <RoomList title={t('rooms.own')} none={mayMake ? t('rooms.none') : t('rooms.noneToEnter')} />
      )}
      <RoomList title={t('rooms.shared')} none={t('rooms.noneShared')} isOfOthers />
    </Screen>
  );
}

interface ListProps {
  readonly title: string;
  readonly none: string;
  /** Whether it has the rooms of other organizations. Default: those of the person's organization */
  readonly isOfOthers?: boolean;
}

function RoomList({ title, none, isOfOthers = false }: ListProps) {
  const page = useAll(api.listRooms, isOfOthers ? { shared_with_me: 'true' } : {});
  return (
    <ListCard
      title={title}
      page={page}
      none={none}
      {...(!isOfOthers && may('organization#manage') && { most: roomsMax })}
      columns={[
        { name: 'name', title: t('common.name'), value: ({ name }) => name },
        { name: 'items', title: t('rooms.contents'), value: ({ item_count }) => item_count },
      ]}
      sort={isOfOthers ? 'shared' : 'sort'}
    >
      {(room) => {
        const isManaged = room.item_count !== null;
        return (
          <Row
            key={room.id}
            name={room.name}
            // Readers read a room on its page.
            href={isManaged ? paths.room(room.id) : room.service_url}
            {...(!isManaged && { target: '_blank' })}
            badges={[stateText(room)]}
            lines={[
              [
                isManaged ? t('rooms.count', { count: room.item_count ?? 0 }) : t('rooms.reader'),
                isManaged && <bdi>{room.created_by.name}</bdi>,
                <Ago time={room.created_at} />,
              ],
              [room.description],
            ]}
          />
        );
      }}
    </ListCard>
  );
}

function NewRoom() {
  const { route } = useLocation();
  const name = useSignal('');
  const description = useSignal('');
  const numbering = useNumbering('personal');
  return (
    <FormDialog
      title={t('rooms.create')}
      send={(options) =>
        api.createRoom(
          {
            name: name.value.trim(),
            description: description.value.trim() || null,
            numbering: numbering.value,
          },
          options,
        )
      }
      onDone={({ id }) => route(paths.room(id))}
    >
      <TextField
        label={t('common.name')}
        name="name"
        text={name}
        required
        maxLength={roomNameMaxCharacters}
      />
      <TextField
        label={t('rooms.description')}
        hint={t('rooms.descriptionHint')}
        name="description"
        text={description}
        rows={3}
        maxLength={descriptionMaxCharacters}
      />
      <NumberingChoice chosen={numbering} />
      <p class="hint">{t('rooms.nobodyYet')}</p>
    </FormDialog>
  );
}

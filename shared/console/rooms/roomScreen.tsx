import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { ApiError } from '../../client/index.ts';
import { roomNameMaxCharacters } from '../../contract/limits.ts';
import { Entries } from '../activity/entries.tsx';
import { copyText } from '../frame/toasts.tsx';
import { folderTarget } from '../library/uploads.ts';
import { Button, Icon } from '../parts/controls.tsx';
import { openDialog } from '../parts/dialog.tsx';
import { Card, Screen } from '../parts/list.tsx';
import { baseUrl, paths } from '../paths.ts';
import { api, type Loaded, useRead } from '../service/api.ts';
import { t } from '../words/words.ts';
import { Access } from './access.tsx';
import { Contents } from './contents.tsx';
import { Gate } from './gate.tsx';
import { placedCount } from './placing.ts';
import { PutFiles } from './putFiles.tsx';
import { Readers } from './readers.tsx';
import { RoomText, Settings } from './settings.tsx';
import { stateText } from './state.ts';
import type { Item, Room } from './tree.ts';

const views = ['contents', 'access', 'gate', 'readers', 'activity', 'settings'] as const;
type View = (typeof views)[number];

const back = () => [paths.rooms, t('nav.rooms')] as const;

/** A room, for those who manage it. Readers read it on its page, which also says why they cannot enter, or what to accept first. */
export function RoomScreen() {
  const { params } = useRoute();
  const loaded = useRead(api.getRoom, { room_id: params.id as Room['id'] });
  const room = loaded.data;
  if (room && room.item_count !== null) return <Managed key={room.id} room={room} loaded={loaded} />;
  const mayRead = room !== undefined || (loaded.error instanceof ApiError && loaded.error.status === 403);
  return (
    <Screen title={room?.name ?? t('rooms.room')} back={back()} {...(!mayRead && { loaded })}>
      {mayRead && (
        <Card title={t('rooms.reader')}>
          <p>{t('rooms.readerText')}</p>
          <p>
            <a class="button primary" href={`${baseUrl}/r/${params.id}`}>
              {t('library.open')}
            </a>
          </p>
        </Card>
      )}
    </Screen>
  );
}

interface ManagedProps {
  readonly room: Room;
  readonly loaded: Loaded<Room>;
}

function Managed({ room, loaded }: ManagedProps) {
  const { query, path } = useLocation();
  const view: View = views.find((one) => one === query.view) ?? 'contents';
  const target = useSignal<Item | null>(null);
  const state = stateText(room);
  useEffect(() => {
    const folder = target.value;
    const name = folder?.name ?? room.name;
    const onDone = () => {
      placedCount.value += 1;
    };
    folderTarget.value = {
      name,
      take: (all) =>
        all.length > 0 && openDialog(<PutFiles room={room} folder={folder} all={all} onDone={onDone} />),
    };
    return () => {
      folderTarget.value = null;
    };
  }, [room, target.value]);
  return (
    <Screen
      title={room.name}
      back={back()}
      heading={<RoomText field="name" room_id={room.id} loaded={loaded} maxLength={roomNameMaxCharacters} />}
      lead={state && <span class="status off">{state}</span>}
      actions={
        <>
          <Button text={t('library.copyLink')} icon="link" onClick={() => copyText(room.service_url)} />
          <a class="button" href={room.service_url} target="_blank" rel="noopener">
            <Icon name="external" />
            {t('library.open')}
          </a>
        </>
      }
      loaded={loaded}
    >
      <nav class="tabs" aria-label={t('rooms.parts')}>
        {views.map((one) => (
          <a
            key={one}
            href={one === 'contents' ? path : `${path}?view=${one}`}
            aria-current={one === view ? 'page' : undefined}
          >
            {t(`rooms.view.${one}`)}
          </a>
        ))}
      </nav>
      {view === 'contents' && <Contents room={room} target={target} onChange={loaded.reload} />}
      {view === 'access' && <Access room={room} />}
      {view === 'gate' && <Gate room={room} />}
      {view === 'readers' && <Readers room={room} />}
      {view === 'activity' && <Activity room={room} />}
      {view === 'settings' && <Settings room={room} loaded={loaded} />}
    </Screen>
  );
}

const Activity = ({ room: { id: room_id, name } }: { readonly room: Room }) => (
  <Entries
    title={t('activity.title')}
    load={(page, options) => api.listRoomActivity.withResponse({ room_id, ...page }, options)}
    csv={{ path: `/v1/rooms/${room_id}/activity`, name }}
    none={t('activity.none')}
    namesDocuments
    room_id={room_id}
  />
);

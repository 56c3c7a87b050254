import type { Operations } from '../../client/types.ts';
import { attempt } from '../frame/toasts.tsx';
import { useGroupNames } from '../groups/names.ts';
import { Button } from '../parts/controls.tsx';
import { Ago, Card, ListCard, Problem, Row } from '../parts/list.tsx';
import { OrderHead, OrderNote, useOrder } from '../parts/order.tsx';
import { answerOf, api, downloadCsv, readCsv, useFresh, useLoaded, useRead } from '../service/api.ts';
import { formatList, formatNumber, formatTime, t } from '../words/words.ts';
import { readDocumentsIn } from './matrix.ts';
import type { Room } from './tree.ts';

type Reader = Operations['listRoomReaders']['output']['items'][number];

const shownMax = 100;
const matrixPath = (room_id: Room['id']): string => `/v1/rooms/${room_id}/readers`;
const minutes = (seconds: number): number => Math.round(seconds / 6) / 10;
const nameOf = ({ person, network }: Reader): string =>
  person?.name ?? t('readers.visitor', { network: network ?? '' });

/** Who read in a room, without those who manage it, and what. The matrix of readers and documents is also a file. */
export function Readers({ room }: { readonly room: Room }) {
  const { id: room_id, name } = room;
  const page = useRead(api.listRoomReaders, { room_id, limit: shownMax });
  const names = useGroupNames();
  useFresh(page.reload);
  const items = page.data?.items ?? [];
  const groupsOf = ({ groups }: Reader) => formatList(groups.map((id) => names?.get(id) ?? t('groups.gone')));
  const order = useOrder<Reader>(
    [
      { name: 'reader', title: t('readers.person'), value: nameOf },
      { name: 'groups', title: t('groups.title'), value: groupsOf },
      { name: 'documents', title: t('nav.library'), value: ({ documents_seen }) => documents_seen },
      { name: 'views', title: t('readings.views'), value: ({ views }) => views },
      { name: 'downloads', title: t('readings.downloads'), value: ({ downloads }) => downloads },
      { name: 'time', title: t('readers.minutes'), value: ({ seconds }) => seconds },
      { name: 'first', title: t('rooms.firstRead'), value: ({ first_at }) => first_at },
      { name: 'last', title: t('readers.last'), value: ({ last_at }) => last_at },
    ],
    'readers',
  );
  const download = () => attempt(() => downloadCsv(matrixPath(room_id), name));
  const facts = (one: Reader) =>
    [
      groupsOf(one) || '–',
      formatNumber(one.documents_seen),
      formatNumber(one.views),
      formatNumber(one.downloads),
      formatNumber(minutes(one.seconds)),
      formatTime(one.first_at),
      <Ago time={one.last_at} />,
    ] as const;
  return (
    <>
      <Card
        title={t('rooms.readers')}
        aside={<Button text={t('rooms.matrix')} look="small" icon="download" onClick={download} />}
      >
        <p class="hint">{t('rooms.matrixHint')}</p>
        <Problem error={page.error} onRetry={page.reload} />
        {page.data && items.length === 0 && <p>{t('rooms.noReaders')}</p>}
        <OrderNote order={order} count={items.length} />
        {items.length > 0 && (
          <table class="table readers">
            <thead>
              <tr>
                {order.columns.map((one) => (
                  <OrderHead key={one.name} order={order} name={one.name} />
                ))}
              </tr>
            </thead>
            <tbody>
              {order.sorted(items).map((one) => (
                <tr key={one.person?.id ?? one.network}>
                  <td class="fact">
                    <bdi class="name" title={one.person?.email ?? undefined}>
                      {nameOf(one)}
                    </bdi>
                  </td>
                  {facts(one).map((fact, index) => (
                    <td key={index} class="fact quiet-text" data-label={order.columns[index + 1]?.title}>
                      {fact}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {page.data?.pagination.has_more && <p class="hint">{t('readers.newest', { count: shownMax })}</p>}
      </Card>
      {items.length > 0 && <ByDocument key={items.map(({ last_at }) => last_at).join()} room={room} />}
    </>
  );
}

/** Who read each document. */
function ByDocument({ room: { id } }: { readonly room: Room }) {
  const documents = useLoaded(id, async (signal) =>
    answerOf({ items: readDocumentsIn(await readCsv(matrixPath(id), signal)) }),
  );
  return (
    <ListCard
      title={t('rooms.byDocument')}
      page={documents}
      isRenewed={false}
      columns={[
        { name: 'title', title: t('document.titleLabel'), value: ({ title }) => title },
        { name: 'readers', title: t('readings.readers'), value: ({ readers }) => readers.length },
      ]}
    >
      {({ title, readers }) => (
        <Row
          key={title}
          name={title}
          lines={[
            [formatList(readers.map((one) => t('rooms.readBy', { name: one.name, count: one.readings })))],
          ]}
        />
      )}
    </ListCard>
  );
}

import type { Document, Operations } from '../../client/types.ts';
import { Dialog, openDialog } from '../parts/dialog.tsx';
import { Ago, Line, Problem } from '../parts/list.tsx';
import { OrderHead, OrderNote, useOrder } from '../parts/order.tsx';
import { api, useFresh, useRead } from '../service/api.ts';
import { formatNumber, formatTime, t } from '../words/words.ts';
import { Plot } from './plot.tsx';

type DocumentReader = Operations['listDocumentReaders']['output']['items'][number];

const readersShown = 100;

const nameOf = ({ person, network }: DocumentReader): string =>
  person?.name ?? t('readers.visitor', { network: network ?? '' });
const percent = (part: number): string => `${formatNumber(Math.round(part * 100))} %`;
const minutes = (seconds: number): string => formatNumber(Math.round(seconds / 6) / 10);

/** Who read the document, without those who manage it. A click on a person shows their pages. */
export function Readers({ document: { id: document_id } }: { readonly document: Document }) {
  const page = useRead(api.listDocumentReaders, { document_id, limit: readersShown });
  useFresh(page.reload);
  const items = page.data?.items ?? [];
  const isTimed = items.some(({ seconds }) => seconds > 0);
  const order = useOrder<DocumentReader>(
    [
      { name: 'reader', title: t('readers.person'), value: nameOf },
      { name: 'last', title: t('readers.last'), value: ({ last_at }) => last_at },
      { name: 'pages', title: t('readers.pages'), value: ({ pages }) => pages },
      ...(isTimed
        ? [{ name: 'time', title: t('readers.minutes'), value: ({ seconds }: DocumentReader) => seconds }]
        : []),
      { name: 'accepted', title: t('readers.acceptedAt'), value: ({ accepted_at }) => accepted_at },
      { name: 'downloads', title: t('readings.downloads'), value: ({ downloads }) => downloads },
    ],
    'readers',
  );
  if (items.length === 0) return <Problem error={page.error} onRetry={page.reload} />;
  return (
    <>
      <OrderNote order={order} count={items.length} />
      <table class="table readers">
        <thead>
          <tr>
            {order.columns.map(({ name }) => (
              <OrderHead key={name} order={order} name={name} />
            ))}
          </tr>
        </thead>
        <tbody>
          {order.sorted(items).map((reader) => (
            <tr key={reader.person?.id ?? reader.network}>
              <td class="fact">
                <Name document_id={document_id} reader={reader} />
              </td>
              <td class="fact quiet-text" data-label={t('readers.last')}>
                <Ago time={reader.last_at} />
              </td>
              <td class="fact quiet-text" data-label={t('readers.pages')}>
                {percent(reader.pages)}
              </td>
              {isTimed && (
                <td class="fact quiet-text" data-label={t('readers.minutes')}>
                  {minutes(reader.seconds)}
                </td>
              )}
              <td class="fact quiet-text" data-label={reader.accepted_at && t('readers.acceptedAt')}>
                {reader.accepted_at ? formatTime(reader.accepted_at) : '–'}
              </td>
              <td class="fact quiet-text" data-label={t('readings.downloads')}>
                {formatNumber(reader.downloads)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isTimed && <p class="hint">{t('readers.reported')}</p>}
      {page.data?.pagination.has_more && <p class="hint">{t('readers.newest', { count: readersShown })}</p>}
    </>
  );
}

interface OneReader {
  readonly document_id: Document['id'];
  readonly reader: DocumentReader;
}

/** The name of a reader. That of a person leads to their pages. */
function Name({ document_id, reader }: OneReader) {
  const name = nameOf(reader);
  if (!reader.person)
    return (
      <span class="name">
        <bdi>{name}</bdi>
      </span>
    );
  const show = () => openDialog(<PagesOfReader document_id={document_id} reader={reader} />);
  return (
    <button type="button" class="link" onClick={show} title={reader.person.email ?? undefined}>
      <bdi>{name}</bdi>
    </button>
  );
}

/** How long a person had each page of the current version on the screen. */
function PagesOfReader({ document_id, reader }: OneReader) {
  const { data, error, reload } = useRead(api.getDocumentReader, {
    document_id,
    user_id: reader.person?.id ?? 'user_',
  });
  const pages = data?.page_seconds ?? [];
  return (
    <Dialog title={nameOf(reader)}>
      <Problem error={error} onRetry={reload} />
      {data && (
        <Line
          facts={[
            data.person?.email,
            t('readers.views', { count: data.views }),
            t('readers.pagesRead', { part: percent(data.pages) }),
          ]}
        />
      )}
      {pages.some(({ seconds }) => seconds > 0) ? (
        <>
          <Plot
            title={t('readers.secondsByPage')}
            bars={pages.map(({ page, seconds }) => ({
              name: t('readings.pageNumber', { page }),
              value: seconds,
            }))}
            columns={[t('readings.page'), t('readers.seconds')]}
            rows={pages.map(({ page, seconds }) => [formatNumber(page), formatNumber(seconds)])}
          />
          <p class="hint">{t('readers.reported')}</p>
        </>
      ) : (
        data && <p class="hint">{t('readers.noTimes')}</p>
      )}
    </Dialog>
  );
}

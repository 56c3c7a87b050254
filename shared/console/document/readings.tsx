import type { Document } from '../../client/types.ts';
import { Card, Line, Problem } from '../parts/list.tsx';
import { api, useFresh, useRead } from '../service/api.ts';
import { formatDay, formatNumber, t } from '../words/words.ts';
import { Plot } from './plot.tsx';
import { Readers } from './readers.tsx';

/** Readers by day and views by page, as plots with tables of their figures. */
export function Readings({ document }: { readonly document: Document }) {
  const { data, error, reload } = useRead(api.getDocumentActivitySummary, { document_id: document.id });
  useFresh(reload);
  const { views = 0, downloads = 0, days = [], pages = [] } = data ?? {};
  const sum = [t('readings.viewCount', { count: views }), t('readings.downloadCount', { count: downloads })];
  if (views + downloads === 0)
    return (
      <Card title={t('readings.title')}>
        <Problem error={error} onRetry={reload} />
        {data && <p class="hint">{t('readings.none')}</p>}
        <Readers document={document} />
      </Card>
    );
  return (
    <Card title={t('readings.title')} aside={<Line facts={sum} />}>
      <Readers document={document} />
      <Plot
        title={t('readings.byDay')}
        bars={days.map(({ date, readers }) => ({ name: formatDay(date), value: readers }))}
        columns={[t('readings.day'), t('readings.readers'), t('readings.views'), t('readings.downloads')]}
        rows={days
          .toReversed()
          .map((day) => [formatDay(day.date), ...[day.readers, day.views, day.downloads].map(formatNumber)])}
      />
      {pages.some((one) => one.views > 0) ? (
        <Plot
          title={t('readings.byPage')}
          bars={pages.map((one) => ({
            name: t('readings.pageNumber', { page: one.page }),
            value: one.views,
          }))}
          columns={[t('readings.page'), t('readings.views')]}
          rows={pages.map((one) => [formatNumber(one.page), formatNumber(one.views)])}
        />
      ) : (
        <p class="hint">{t('readings.noPages')}</p>
      )}
    </Card>
  );
}

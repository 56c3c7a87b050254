import type { Document } from '../../client/types.ts';
import { Card, Figures, type FiguresProps, Line, Problem } from '../parts/list.tsx';
import { api, useFresh, useRead } from '../service/api.ts';
import { formatDay, formatNumber, t } from '../words/words.ts';
import { LatestReaders } from './latestReaders.tsx';

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
        <LatestReaders document={document} />
      </Card>
    );
  return (
    <Card title={t('readings.title')} aside={<Line facts={sum} />}>
      <LatestReaders document={document} />
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

interface PlotProps extends FiguresProps {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const height = 96;

/** Bars from left to right, with the greatest value above, and a table of the figures. */
function Plot({ title, bars, ...figures }: PlotProps) {
  const most = Math.max(...bars.map(({ value }) => value));
  return (
    <figure class="plot">
      <figcaption>
        {title}
        <Line facts={[`${bars[0]?.name} – ${bars.at(-1)?.name}`, t('readings.most', { count: most })]} />
      </figcaption>
      <svg viewBox={`0 0 ${bars.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ name, value }, index) => {
          const size = (value / Math.max(1, most)) * height;
          return (
            <rect key={name} x={index + 0.12} y={height - size} width={0.76} height={size}>
              <title>{`${name}: ${formatNumber(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <details>
        <summary>{t('readings.figures')}</summary>
        <Figures {...figures} />
      </details>
    </figure>
  );
}

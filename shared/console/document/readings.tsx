import type { Document, Operations } from '../../client/types.ts';
import { Card } from '../parts/controls.tsx';
import { Figures, type FiguresProps } from '../parts/list.tsx';
import { Problem } from '../parts/problem.tsx';
import { api } from '../service/api.ts';
import { useRead } from '../service/loaded.ts';
import { formatDay, formatNumber } from '../words/formats.ts';
import { t } from '../words/words.ts';

type Summary = Operations['getDocumentActivitySummary']['output'];

/** Readers by day and views by page, as plots with tables of their figures. */
export function Readings({ document }: { readonly document: Document }) {
  const { data, error, reload } = useRead(api.getDocumentActivitySummary, { document_id: document.id });
  return (
    <Card
      title={t('readings.title')}
      aside={
        data && (
          <p class="quiet-text">{t('readings.sum', { views: data.views, downloads: data.downloads })}</p>
        )
      }
    >
      <Problem error={error} onRetry={reload} />
      {data &&
        (data.views + data.downloads > 0 ? <Plots {...data} /> : <p class="hint">{t('readings.none')}</p>)}
    </Card>
  );
}

const Plots = ({ days, pages }: Pick<Summary, 'days' | 'pages'>) => (
  <>
    <Days days={days} />
    {pages.length > 0 && <Pages pages={pages} />}
  </>
);

const Days = ({ days }: Pick<Summary, 'days'>) => (
  <Plot
    title={t('readings.byDay')}
    bars={days.map(({ date, readers }) => ({ name: formatDay(date), value: readers }))}
    columns={[t('readings.day'), t('readings.readers'), t('readings.views'), t('readings.downloads')]}
    rows={days
      .toReversed()
      .map(({ date, readers, views, downloads }) => [
        formatDay(date),
        ...[readers, views, downloads].map(formatNumber),
      ])}
  />
);

const Pages = ({ pages }: Pick<Summary, 'pages'>) => (
  <Plot
    title={t('readings.byPage')}
    bars={pages.map(({ page, views }) => ({ name: t('readings.pageNumber', { page }), value: views }))}
    columns={[t('readings.page'), t('readings.views')]}
    rows={pages.map(({ page, views }) => [formatNumber(page), formatNumber(views)])}
  />
);

interface PlotProps extends FiguresProps {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const height = 96;

/** Bars from left to right, with the greatest value above, and a table of the figures. */
function Plot({ title, bars, ...figures }: PlotProps) {
  const most = Math.max(...bars.map(({ value }) => value));
  const greatest = Math.max(1, most);
  const step = 100 / bars.length;
  return (
    <figure class="plot">
      <figcaption>
        {title}
        <span class="quiet-text"> {t('readings.most', { count: most })}</span>
      </figcaption>
      <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ name, value }, index) => {
          const size = (value / greatest) * height;
          return (
            <rect
              key={name}
              x={index * step + step * 0.12}
              y={height - size}
              width={step * 0.76}
              height={size}
            >
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

import type { ComponentChildren } from 'preact';
import type { Document, Operations } from '../../client/types.ts';
import { Problem } from '../parts/problem.tsx';
import { api } from '../service/api.ts';
import { useLoaded } from '../service/loaded.ts';
import { formatDay, formatNumber } from '../words/formats.ts';
import { t } from '../words/words.ts';

type Summary = Operations['getDocumentActivitySummary']['output'];

/** Readers by day and views by page, as plots with tables of their figures. */
export function Readings({ document }: { readonly document: Document }) {
  const document_id = document.id;
  const { data, error, reload } = useLoaded(document_id, (signal) =>
    api.getDocumentActivitySummary.withResponse({ document_id }, { signal }),
  );
  return (
    <section class="card">
      <header class="card-head">
        <h2>{t('readings.title')}</h2>
        {data && (
          <p class="quiet-text">{t('readings.sum', { views: data.views, downloads: data.downloads })}</p>
        )}
      </header>
      <Problem error={error} onRetry={reload} />
      {data && <Days days={data.days} />}
      {data && data.pages.length > 0 && <Pages pages={data.pages} />}
    </section>
  );
}

const Days = ({ days }: Pick<Summary, 'days'>) => (
  <Plot
    title={t('readings.byDay')}
    bars={days.map(({ date, readers }) => ({ name: formatDay(date), value: readers }))}
  >
    <thead>
      <tr>
        <th scope="col">{t('readings.day')}</th>
        <th scope="col">{t('readings.readers')}</th>
        <th scope="col">{t('readings.views')}</th>
        <th scope="col">{t('readings.downloads')}</th>
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map(({ date, readers, views, downloads }) => (
        <tr key={date}>
          <th scope="row">{formatDay(date)}</th>
          <td>{formatNumber(readers)}</td>
          <td>{formatNumber(views)}</td>
          <td>{formatNumber(downloads)}</td>
        </tr>
      ))}
    </tbody>
  </Plot>
);

const Pages = ({ pages }: Pick<Summary, 'pages'>) => (
  <Plot
    title={t('readings.byPage')}
    bars={pages.map(({ page, views }) => ({ name: t('readings.pageNumber', { page }), value: views }))}
  >
    <thead>
      <tr>
        <th scope="col">{t('readings.page')}</th>
        <th scope="col">{t('readings.views')}</th>
      </tr>
    </thead>
    <tbody>
      {pages.map(({ page, views }) => (
        <tr key={page}>
          <th scope="row">{formatNumber(page)}</th>
          <td>{formatNumber(views)}</td>
        </tr>
      ))}
    </tbody>
  </Plot>
);

interface PlotProps {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
  /** The table of the figures. */
  readonly children: ComponentChildren;
}

const height = 96;

/** Bars from left to right, with the greatest value above, and a table for everybody who wants the figures. */
function Plot({ title, bars, children }: PlotProps) {
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
        <table class="figures">{children}</table>
      </details>
    </figure>
  );
}

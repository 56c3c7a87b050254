import { Figures, type FiguresProps, Line } from '../parts/list.tsx';
import { formatNumber, t } from '../words/words.ts';

interface PlotProps extends FiguresProps {
  readonly title: string;
  readonly bars: readonly { readonly name: string; readonly value: number }[];
}

const height = 96;

/** Bars from left to right, with the greatest value above, and a table of the figures. */
export function Plot({ title, bars, ...figures }: PlotProps) {
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

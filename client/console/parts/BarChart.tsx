import { useWords } from '../core/translations.ts';
import { anchorOf, BASE, type Bar, barShapes, heightAt, highestLine, outlinePath, percent, TOP } from './barShapes.ts';
import { Folded } from './Folded.tsx';

interface BarChartProps {
  title: string;
  /** True: a heading above the chart shows the title already, so only screen readers get the title. */
  isTitleHidden?: boolean;
  /** What the chart shows, in one sentence for screen readers. */
  description: string;
  /** Energy has the colour of the brand, money that of text. */
  kind: 'energy' | 'money';
  bars: readonly Bar[];
  /** Labels of the axis. `at`: number of bars to the left of the label. */
  marks: readonly { at: number; text: string }[];
  /** Formats a value with its unit. */
  write(value: number): string;
  /** Headings of the table: the hour or day, its value, and the value to compare with, if bars have one. */
  columns: readonly [name: string, value: string, before?: string];
}

/**
 * A bar chart with the same values as a table. A page with a hatched bar also renders `Hatches`. Needs no script and no inline
 * style: bars have positions in per cent, and only the outline is in a stretched drawing.
 */
export function BarChart({ title, isTitleHidden = false, description, columns, ...chart }: BarChartProps) {
  const { t } = useWords();
  return (
    <figure className="bar-chart">
      <h3 className={isTitleHidden ? 'vh' : undefined}>{title}</h3>
      <figcaption className="vh">{description}</figcaption>
      <Picture {...chart} />
      <Folded
        text={
          <>
            {t('frame.asTable')}
            <span className="vh">: {title}</span>
          </>
        }
      >
        <BarTable columns={columns} bars={chart.bars} write={chart.write} />
      </Folded>
    </figure>
  );
}

/** The bars, hidden from screen readers, which read the description and the table. The links of bars are in the table, too. */
function Picture({ kind, bars, marks, write }: Pick<BarChartProps, 'kind' | 'bars' | 'marks' | 'write'>) {
  const highest = highestLine(bars);
  const outline = outlinePath(bars, highest);
  const middle = percent(heightAt(highest / 2, highest));
  return (
    <svg className={`bars bars--${kind}`} aria-hidden="true" focusable="false">
      <line className="grid" x1="0" x2="100%" y1={percent(TOP)} y2={percent(TOP)} />
      <text x="0" y={percent(TOP - 3)}>
        {write(highest)}
      </text>
      <line className="grid" x1="0" x2="100%" y1={middle} y2={middle} />
      {barShapes(bars, highest).map((shape, place) => {
        const { name, path, isRunning } = bars[place] ?? { name: '' };
        const rect = shape && <rect key={name} className={isRunning ? 'running' : 'bar'} {...shape} />;
        return rect && path ? (
          <a key={name} href={path} tabIndex={-1}>
            {rect}
          </a>
        ) : (
          rect
        );
      })}
      {outline !== '' && (
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path className="halo" d={outline} />
          <path className="outline" d={outline} />
        </svg>
      )}
      <line className="base" x1="0" x2="100%" y1={percent(BASE)} y2={percent(BASE)} />
      {marks.map(({ at, text }) => (
        <text key={at} x={percent((at / bars.length) * 100)} y="99%" textAnchor={anchorOf(at, bars.length)}>
          {text}
        </text>
      ))}
    </svg>
  );
}

function BarTable({ columns, bars, write }: Pick<BarChartProps, 'columns' | 'bars' | 'write'>) {
  const written = (value: number | null) => (value === null ? '–' : write(value));
  return (
    <table className="board board--tight">
      <thead>
        <tr>
          {columns.map((text, place) => (
            <th key={text} scope="col" className={place === 0 ? undefined : 'r'}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map(({ name, path, value, before }) => (
          <tr key={name}>
            <th scope="row">{path ? <a href={path}>{name}</a> : name}</th>
            <td className="r">{written(value)}</td>
            {columns.length > 2 && <td className="r">{written(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { type DayStep, fitWidth, percentOfDay, type StepArea, stepBox } from './dayScale.ts';
import * as S from './PriceDay.styles.ts';

/** `strip`: a picture with a time axis. `row`: a picture in a list, without a time axis. */
type PriceDaySize = 'strip' | 'row';

interface PriceDayProps {
  steps: readonly DayStep[];
  /** The highest price of all pictures with the same scale, in millionths of the currency unit. */
  highestMicro: number;
  /** Writes a price: 520000 → "0,52 €". */
  write(micro: number): string;
  /** Sentence for screen readers, with all times and prices of the picture. */
  label: string;
  /** The present minute of the day, which a line marks. Null: the picture shows another day than today. */
  nowMinute?: number | null;
  size: PriceDaySize;
  /** Steps of earlier prices, drawn as dashed outlines. New steps that differ from them are marked. Absent: no comparison. */
  before?: readonly DayStep[];
}

/** Position of the steps in per cent of the height of the picture. The time axis and the line at the present time need the rest. */
const AREAS: Readonly<Record<PriceDaySize, StepArea>> = {
  strip: { top: 9, base: 74 },
  row: { top: 5, base: 99 },
};
const AXIS_HOURS = [0, 6, 12, 18, 24] as const;

/**
 * Prices over the 24 hours of a day, as steps with the prices inside. The SVG has no viewBox: widths are per cents, and texts grow
 * with the font size of the visitor. A table with the same prices must be on the page, because a short step has no text.
 */
export function PriceDay({ steps, highestMicro, write, label, nowMinute = null, size, before = [] }: PriceDayProps) {
  const area = AREAS[size];
  return (
    <S.Picture data-size={size} role="img" aria-label={label}>
      <svg aria-hidden="true" focusable="false">
        {steps.map(step => {
          const { x, width, y, height } = stepBox(step, { ...area, highestMicro });
          const isNow = nowMinute !== null && step.fromMinute <= nowMinute && nowMinute < step.toMinute && steps.length > 1;
          const price = write(step.micro);
          const fit = fitWidth(price, step, size === 'row' ? 0.9 : 1);
          const mark = isNow ? '' : undefined;
          return (
            <g key={step.fromMinute}>
              <rect
                data-part="step"
                data-now={mark}
                data-changed={isChanged(step, before) ? '' : undefined}
                x={`${x}%`}
                width={`${width}%`}
                y={`${y}%`}
                height={`${height}%`}
              />
              {fit !== null && (
                <text
                  data-part="price"
                  data-now={mark}
                  data-fit={fit}
                  x={`${textX({ x, width }, nowMinute === null ? null : percentOfDay(nowMinute))}%`}
                  y={`${y + height / 2}%`}
                  dy=".36em"
                >
                  {price}
                </text>
              )}
            </g>
          );
        })}
        {before.map(step => {
          const { x, width, y, height } = stepBox(step, { ...area, highestMicro });
          return (
            <rect key={step.fromMinute} data-part="before" x={`${x}%`} width={`${width}%`} y={`${y}%`} height={`${height}%`} />
          );
        })}
        <line data-part="base" x1="0" x2="100%" y1={`${area.base}%`} y2={`${area.base}%`} />
        {size !== 'row' && AXIS_HOURS.map(hour => <Hour key={hour} hour={hour} />)}
        {nowMinute !== null && <Now minute={nowMinute} area={area} />}
      </svg>
    </S.Picture>
  );
}

/** Distance in per cent of the picture between the line at the present time and the middle of a text beside the line. */
const NEAR = 10;

/** Returns the middle of the text in a step. If the line at the present time would cross the text, the text is in the wider part. */
function textX({ x, width }: { x: number; width: number }, nowX: number | null): number {
  const middle = x + width / 2;
  if (nowX === null || width < 5 * NEAR || Math.abs(nowX - middle) > NEAR) return middle;
  return nowX < middle ? (nowX + x + width) / 2 : (x + nowX) / 2;
}

/** Returns true if an earlier price differed from the price of a step, at any minute of the step. */
const isChanged = ({ fromMinute, toMinute, micro }: DayStep, before: readonly DayStep[]): boolean =>
  before.some(old => old.fromMinute < toMinute && fromMinute < old.toMinute && old.micro !== micro);

function Hour({ hour }: { hour: number }) {
  const anchor = hour === 24 ? 'end' : 'middle';
  return (
    <text data-part="hour" x={`${percentOfDay(hour * 60)}%`} y="97%" textAnchor={hour === 0 ? 'start' : anchor}>
      {hour}
    </text>
  );
}

/** The line at the present time. */
function Now({ minute, area }: { minute: number; area: StepArea }) {
  const x = `${percentOfDay(minute)}%`;
  return <line data-part="now" x1={x} x2={x} y1={`${area.top - 9}%`} y2={`${area.base}%`} />;
}

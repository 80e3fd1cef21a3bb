import { type DayStep, fitWidth, percentOfDay, type StepArea, stepBox } from './dayScale.ts';
import * as S from './PriceDay.styles.ts';

/** `day`: one day with the hour above. `strip`: one day. `row`: a group of days in a list, without a time axis. */
type PriceDaySize = 'day' | 'strip' | 'row';

interface PriceDayProps {
  steps: readonly DayStep[];
  /** The highest price of all pictures with the same scale, in millionths of the currency unit. */
  highestMicro: number;
  /** Writes a price: 520000 → "0,52 €". */
  write(micro: number): string;
  /** Sentence for screen readers, with all times and prices of the picture. */
  label: string;
  /** Minute of the day that a line marks, and its text ("jetzt 20:33"). Null: the picture shows another day than today. */
  now?: { minute: number; text: string } | null;
  size: PriceDaySize;
  /** Steps of earlier prices, drawn as dashed outlines. New steps that differ from them are marked. Absent: no comparison. */
  before?: readonly DayStep[];
}

/** Position of the steps in the picture, in per cent of its height. The rest is for the time axis and the mark of the hour. */
const AREAS: Readonly<Record<PriceDaySize, StepArea>> = {
  day: { top: 20, base: 82 },
  strip: { top: 9, base: 74 },
  row: { top: 5, base: 99 },
};
const AXIS_HOURS = [0, 6, 12, 18, 24] as const;

/**
 * Prices over the 24 hours of a day, as steps with the prices inside. The SVG has no viewBox: widths are per cents, and texts grow
 * with the font size of the visitor. A table with the same prices must be on the page, because a short step has no text.
 */
export function PriceDay({ steps, highestMicro, write, label, now = null, size, before = [] }: PriceDayProps) {
  const area = AREAS[size];
  return (
    <S.Picture data-size={size} role="img" aria-label={label}>
      <svg aria-hidden="true" focusable="false">
        {steps.map(step => {
          const { x, width, y, height } = stepBox(step, { ...area, highestMicro });
          const isNow = now !== null && step.fromMinute <= now.minute && now.minute < step.toMinute && steps.length > 1;
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
                  x={`${textX({ x, width }, now && percentOfDay(now.minute))}%`}
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
        {now && <Now now={now} area={area} hasText={size === 'day'} />}
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

/** The line at the present time. In the picture of one day, a text beside its upper end says the time. */
function Now({
  now: { minute, text },
  area,
  hasText,
}: {
  now: { minute: number; text: string };
  area: StepArea;
  hasText: boolean;
}) {
  const x = `${percentOfDay(minute)}%`;
  const top = `${area.top - 9}%`;
  const isLeft = minute > 12 * 60;
  return (
    <>
      <line data-part="now" x1={x} x2={x} y1={top} y2={`${area.base}%`} />
      {hasText && (
        <>
          <circle data-part="cap" cx={x} cy={top} r="4" />
          <text data-part="time" x={x} dx={isLeft ? -9 : 9} y={top} dy=".3em" textAnchor={isLeft ? 'end' : 'start'}>
            {text}
          </text>
        </>
      )}
    </>
  );
}

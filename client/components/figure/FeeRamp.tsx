import { styled } from 'styled-components';

interface FeeRampProps {
  /** Sentence for screen readers, with all values of the picture. */
  label: string;
  /** Text of the time that costs nothing ("10 min frei"). Null: the fee begins at once. */
  free: string | null;
  /** Text of the charging time before the fee counts. Null: the fee counts from the start of the session. */
  charging: string | null;
  /** Text below the beginning of the free time ("Ladeende"), and below its end ("+10 min"). */
  from: string;
  after: string | null;
  price: string;
  /** Minutes without a fee, and minutes from its begin until its maximum. Null: there is no maximum. */
  freeMinutes: number;
  maximumMinutes: number | null;
  /** Text of the maximum, and of the time after which the fee reaches the maximum. Null: there is no maximum. */
  maximum: { amount: string; after: string } | null;
  /** Share of the free time that has passed, from 0 to 1. Undefined: the picture has no current time. */
  passed?: number;
}

/** Returns the minutes after which a fee has reached its maximum. Null: the fee has no maximum, or costs nothing. */
export const minutesToMaximum = (perMinuteMicro: number, maxMinor: number | null): number | null =>
  maxMinor === null || perMinuteMicro === 0 ? null : Math.ceil((maxMinor * 10_000) / perMinuteMicro);

/** Where the axis ends if it shows the current time or has no maximum: at this multiple of the free time. */
const SHORT_AXIS = 3;
/** Part of the axis in front of the maximum, in per cent. */
const UNTIL_MAXIMUM = 80;

/** Positions on the axis of the picture in per cent. Time is linear from `freeFrom` on. */
interface RampScale {
  freeFrom: number;
  feeFrom: number;
  /** Where the line reaches the maximum. Above 100: outside the picture. Null: no maximum. */
  maximumAt: number | null;
}

function rampScale({ charging, freeMinutes, maximumMinutes, passed }: FeeRampProps): RampScale {
  const freeFrom = charging === null ? 0 : 26;
  const isShort = freeMinutes > 0 && (maximumMinutes === null || passed !== undefined);
  const perMinute = isShort
    ? (100 - freeFrom) / (freeMinutes * SHORT_AXIS)
    : (UNTIL_MAXIMUM - freeFrom) / (freeMinutes + (maximumMinutes ?? 1));
  const feeFrom = freeFrom + freeMinutes * perMinute;
  return { freeFrom, feeFrom, maximumAt: maximumMinutes === null ? null : feeFrom + maximumMinutes * perMinute };
}

/** Returns the line of the fee in its part of the picture, 100 × 100: up to its maximum, or to the end of the axis. */
function rampLine({ feeFrom, maximumAt }: RampScale): string {
  const bend = (((maximumAt ?? 100) - feeFrom) / (100 - feeFrom)) * 100;
  return bend <= 100 ? `M0 100L${bend} 0H100` : `M0 100L100 ${100 - 10_000 / bend}`;
}

/** A fee per minute as a line that rises after the free time, up to its maximum. Every text begins or ends inside the picture. */
export function FeeRamp(props: FeeRampProps) {
  const { label, free, charging, from, after, price, maximum, passed } = props;
  const scale = rampScale(props);
  const { freeFrom, feeFrom, maximumAt } = scale;
  const now = passed === undefined ? null : `${freeFrom + (feeFrom - freeFrom) * passed}%`;
  const line = rampLine(scale);
  const isPastMiddle = feeFrom > 50;
  return (
    <Ramp role="img" aria-label={label}>
      <svg aria-hidden="true" focusable="false">
        {charging !== null && (
          <>
            <rect data-part="charging" x="0" width={`${freeFrom}%`} y="48%" height="28%" />
            <text data-part="on" x={`${freeFrom / 2}%`} y="62%" dy=".36em" textAnchor="middle">
              {charging}
            </text>
          </>
        )}
        {free !== null && (
          <>
            <rect data-part="free" x={`${freeFrom}%`} width={`${feeFrom - freeFrom}%`} y="48%" height="28%" />
            <text data-part="name" x={`${freeFrom}%`} y="42%">
              {free}
            </text>
          </>
        )}
        <svg
          x={`${feeFrom}%`}
          y="16%"
          width={`${100 - feeFrom}%`}
          height="60%"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
          focusable="false"
        >
          <path data-part="cost" d={`${line}V100H0z`} />
          <path data-part="line" d={line} />
        </svg>
        {maximum && (
          <>
            <line data-part="maximum" x1={`${feeFrom}%`} x2="100%" y1="16%" y2="16%" />
            <text data-part="name" x="100%" y="10%" textAnchor="end">
              {maximum.amount}
            </text>
            {maximumAt !== null && maximumAt <= 100 && (
              <text data-part="axis" x={`${maximumAt}%`} y={isPastMiddle && feeFrom < 66 ? '87%' : '99%'} textAnchor="middle">
                {maximum.after}
              </text>
            )}
          </>
        )}
        <text data-part="name" x="98%" y="69%" textAnchor="end">
          {price}
        </text>
        <line data-part="base" x1="0" x2="100%" y1="76%" y2="76%" />
        <text data-part="axis" x={`${freeFrom}%`} y="87%">
          {from}
        </text>
        {after !== null && (
          <text data-part="axis" x={`${feeFrom}%`} y={isPastMiddle ? '87%' : '99%'} textAnchor={isPastMiddle ? 'end' : 'start'}>
            {after}
          </text>
        )}
        {now && (
          <>
            <line data-part="now" x1={now} x2={now} y1="46%" y2="78%" />
            <circle data-part="now" cx={now} cy="46%" r="4" />
          </>
        )}
      </svg>
    </Ramp>
  );
}

const Ramp = styled.div`
  container-type: inline-size;
  svg {
    overflow: visible;
  }
  > svg {
    display: block;
    width: 100%;
    height: 9.5rem;
    font-size: var(--t-sm);
    font-variant-numeric: tabular-nums;
  }
  text {
    fill: var(--ink-2);
  }
  [data-part='name'] {
    fill: var(--ink);
    font-weight: 700;
  }
  [data-part='charging'] {
    fill: var(--data);
    stroke: var(--primary-edge);
  }
  [data-part='on'] {
    fill: var(--on-primary);
    font-weight: 600;
  }
  [data-part='free'] {
    fill: url(#hatch-ink);
  }
  [data-part='now'] {
    fill: var(--ink);
    stroke: var(--ink);
    stroke-width: 2;
  }
  [data-part='cost'] {
    fill: var(--warning-tint);
  }
  [data-part='line'] {
    fill: none;
    stroke: var(--warning);
    stroke-width: 3;
    stroke-linejoin: round;
    vector-effect: non-scaling-stroke;
  }
  [data-part='maximum'] {
    stroke: var(--ink);
    stroke-width: 1.5;
    stroke-dasharray: 5 4;
  }
  [data-part='base'] {
    stroke: var(--line-strong);
    stroke-width: 1.5;
  }
  @container (max-width: 15rem) {
    [data-part='axis'],
    [data-part='on'] {
      display: none;
    }
  }
  @media (forced-colors: active) {
    text {
      fill: CanvasText;
    }
    [data-part='charging'] {
      fill: Highlight;
    }
    [data-part='on'] {
      fill: HighlightText;
    }
    [data-part='cost'] {
      fill: none;
    }
    [data-part='line'],
    [data-part='base'],
    [data-part='maximum'] {
      stroke: CanvasText;
    }
  }
`;

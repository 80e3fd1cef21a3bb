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
  /** Text of the maximum, and of the time after which the fee reaches the maximum. Null: there is no maximum. */
  maximum: { amount: string; after: string } | null;
  /** Share of the free time that has passed, from 0 to 1. Undefined: the picture has no current time. */
  passed?: number;
}

/** Returns the minutes after which a fee has reached its maximum. Null: the fee has no maximum, or costs nothing. */
export const minutesToMaximum = (perMinuteMicro: number, maxMinor: number | null): number | null =>
  maxMinor === null || perMinuteMicro === 0 ? null : Math.ceil((maxMinor * 10_000) / perMinuteMicro);

/** Positions on the axis of the picture in per cent. The picture is not to scale, because a free time is short beside a night. */
interface RampScale {
  freeFrom: number;
  feeFrom: number;
  /** Where the line reaches the maximum. 100: no maximum. */
  maximumAt: number;
}

function rampScale({ charging, free, maximum }: Pick<FeeRampProps, 'charging' | 'free' | 'maximum'>): RampScale {
  const freeFrom = charging === null ? 0 : 20;
  return { freeFrom, feeFrom: freeFrom + (free === null ? 0 : 22), maximumAt: maximum === null ? 100 : 84 };
}

/** A fee per minute as a line that rises after the free time, up to its maximum. */
export function FeeRamp({ label, free, charging, from, after, price, maximum, passed }: FeeRampProps) {
  const { freeFrom, feeFrom, maximumAt } = rampScale({ charging, free, maximum });
  const now = passed === undefined ? null : `${freeFrom + (feeFrom - freeFrom) * passed}%`;
  const bend = ((maximumAt - feeFrom) / (100 - feeFrom)) * 100;
  const line = `M0 100L${bend} 0H100`;
  return (
    <Ramp role="img" aria-label={label}>
      <svg aria-hidden="true" focusable="false">
        {charging !== null && (
          <>
            <rect data-part="charging" x="0" width={`${freeFrom}%`} y="52%" height="30%" />
            <text data-part="on" x={`${freeFrom / 2}%`} y="67%" dy=".36em" textAnchor="middle">
              {charging}
            </text>
          </>
        )}
        {free !== null && (
          <>
            <rect data-part="free" x={`${freeFrom}%`} width={`${feeFrom - freeFrom}%`} y="52%" height="30%" />
            <text data-part="name" x={`${feeFrom}%`} y="45%" textAnchor="end">
              {free}
            </text>
          </>
        )}
        <svg
          x={`${feeFrom}%`}
          y="18%"
          width={`${100 - feeFrom}%`}
          height="64%"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
          focusable="false"
        >
          <path data-part="cost" d={`${line}V100z`} />
          <path data-part="line" d={line} />
        </svg>
        {maximum && (
          <>
            <line data-part="maximum" x1={`${feeFrom}%`} x2="100%" y1="18%" y2="18%" />
            <text data-part="name" x="100%" y="10%" textAnchor="end">
              {maximum.amount}
            </text>
            <text data-part="axis" x={`${maximumAt}%`} y="97%" textAnchor="middle">
              {maximum.after}
            </text>
          </>
        )}
        <text data-part="name" x="98%" y="74%" textAnchor="end">
          {price}
        </text>
        <line data-part="base" x1="0" x2="100%" y1="82%" y2="82%" />
        <text data-part="axis" x={`${freeFrom}%`} y="97%" textAnchor={freeFrom === 0 ? 'start' : 'middle'}>
          {from}
        </text>
        {after !== null && (
          <text data-part="axis" x={`${feeFrom}%`} y="97%">
            {after}
          </text>
        )}
        {now && (
          <>
            <line data-part="now" x1={now} x2={now} y1="50%" y2="84%" />
            <circle data-part="now" cx={now} cy="50%" r="4" />
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
    height: 8.5rem;
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

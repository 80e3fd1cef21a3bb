import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Battery, SessionLocation } from '../../../../shared/charging/session.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import type { SessionGoal } from '../../../../shared/price/progress.ts';
import { Hidden } from '../../../components/text/Text.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';
import type { ChargeEnd } from '../money/chargeEnd.ts';

interface BatteryLevelProps {
  battery: Battery;
  goal: SessionGoal | null;
  place: SessionLocation;
  /** Time of the session data. The battery values may be older. */
  until: string;
  /** True: power flows. False: the remaining time is not shown, because the charge level does not rise. */
  isCharging: boolean;
  /** What ends charging first. */
  end: ChargeEnd | null;
}

/**
 * The charge level of the vehicle's battery as ten cells up to its target, or up to the driver's goal below the target. Also shows
 * the remaining time.
 */
export function BatteryLevel({ battery, goal, place, until, isCharging, end }: BatteryLevelProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const { percent } = battery;
  const { targetPercent, endsAt } = aimOf(battery, goal);
  const leftMs = isCharging ? leftUntil(endsAt, until) : null;
  // Another goal or the limit ends charging, so only the charge level at that time is true for this session.
  const isOther = end?.kind === 'limit' || (end?.kind === 'goal' && end.goal.kind !== 'battery');
  const isBefore = isOther && leftMs !== null && Date.parse(end.at) < Date.parse(until) + leftMs;
  const endPercent = isBefore && percent !== null ? percentAt(end.at, { percent, targetPercent, leftMs, until }) : null;
  if (percent === null && targetPercent === null && leftMs === null) return null;
  const left = leftMs !== null && t('progress.battery.left', { duration: format.duration(leftMs) });
  return (
    <Box>
      {percent !== null && (
        <>
          <Cells percent={percent} targetPercent={targetPercent} isCharging={isCharging} />
          <b>
            <Hidden>{t('session.battery')} </Hidden>
            {format.percent(percent)}
          </b>
        </>
      )}
      <p>
        {percent === null && <span>{t('session.battery')} </span>}
        {leftMs !== null && !isBefore && (
          <>
            <b>{left}</b> {t('progress.battery.to', { percent: format.percent(targetPercent ?? 100) })}
          </>
        )}
        {isBefore && endPercent !== null && (
          <>
            <b>{t('progress.battery.about', { percent: format.percent(endPercent) })}</b>{' '}
            {t('progress.battery.atTime', { time: format.time(end.at) })}
          </>
        )}
        {leftMs === null && targetPercent !== null && t('progress.battery.target', { percent: format.percent(targetPercent) })}
      </p>
    </Box>
  );
}

/** Returns the state of charge at which charging ends, and when, in milliseconds since the epoch. Null: not known. */
function aimOf({ at, minutesLeft, targetPercent }: Battery, set: SessionGoal | null) {
  if (set?.goal.kind === 'battery' && set.goal.percent < (targetPercent ?? 100))
    return { targetPercent: set.goal.percent, endsAt: set.expected && Date.parse(set.expected.at) };
  return { targetPercent, endsAt: minutesLeft === null ? null : Date.parse(at) + minutesLeft * MINUTE_MS };
}

/** Returns the time from `until` to `endsAt` in milliseconds, rounded up to whole minutes. Null: not known, or over. */
function leftUntil(endsAt: number | null, until: string): number | null {
  if (endsAt === null) return null;
  const leftMs = endsAt - Date.parse(until);
  return leftMs > 0 ? Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS : null;
}

/** Returns the charge level at an earlier end of charging, if the level rises evenly until its target. */
function percentAt(at: string, { percent, targetPercent, leftMs, until }: LevelForecast): number {
  const share = (Date.parse(at) - Date.parse(until)) / leftMs;
  return Math.floor(percent + ((targetPercent ?? 100) - percent) * share);
}

interface LevelForecast {
  percent: number;
  targetPercent: number | null;
  leftMs: number;
  until: string;
}

const CELLS = Array.from({ length: 10 }, (_, index) => ({ percent: index * 10, x: 6 + index * 9.4 }));

function Cells({ percent, targetPercent, isCharging }: Pick<BatteryLevelProps, 'isCharging'> & CellLevels) {
  const stateOf = (from: number): 'full' | 'filling' | 'next' | null => {
    if (percent >= from + 10) return 'full';
    if (percent > from || (percent === from && isCharging)) return 'filling';
    return from < (targetPercent ?? 0) ? 'next' : null;
  };
  return (
    <svg viewBox="0 0 108 40" aria-hidden="true" focusable="false">
      <rect data-part="case" x="1" y="2" width="101" height="36" rx="6" />
      <path data-part="nub" d="M104 14h1a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3h-1z" />
      {CELLS.map(cell => {
        const state = stateOf(cell.percent);
        const isStill = state === 'filling' && !isCharging;
        return (
          state && <rect key={cell.x} data-part={isStill ? 'half' : state} x={cell.x} y="7" width="7.2" height="26" rx="1.5" />
        );
      })}
    </svg>
  );
}

interface CellLevels {
  percent: number;
  targetPercent: number | null;
}

const Box = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s1) var(--s3);
  margin-top: 0.8rem;
  padding-top: 0.8rem;
  border-top: 1px solid var(--line);
  svg {
    flex: none;
    width: 6.75rem;
    height: 2.5rem;
    overflow: visible;
  }
  > b {
    font-size: clamp(1.5rem, 1rem + 3vw, 1.9rem);
    line-height: 1;
    letter-spacing: -0.02em;
    font-variant-numeric: tabular-nums;
  }
  p {
    flex: 1 1 8rem;
    font-size: var(--t-sm);
    line-height: 1.3;
    color: var(--ink-2);
  }
  p b {
    display: block;
    font-size: 1rem;
    color: var(--ink);
  }
  [data-part='case'] {
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
  }
  [data-part='nub'] {
    fill: currentColor;
  }
  [data-part='full'],
  [data-part='half'],
  [data-part='filling'] {
    fill: var(--data);
    stroke: var(--primary-edge);
  }
  [data-part='half'],
  [data-part='filling'] {
    opacity: 0.5;
  }
  [data-part='filling'] {
    animation: breathe 2.4s ease-in-out infinite;
  }
  [data-part='next'] {
    fill: url(#hatch-ink);
    stroke: var(--line-strong);
    stroke-dasharray: 2 2;
  }
  @keyframes breathe {
    50% {
      opacity: 0.2;
    }
  }
  @media (forced-colors: active) {
    [data-part='full'],
    [data-part='half'],
    [data-part='filling'] {
      fill: Highlight;
      stroke: CanvasText;
    }
  }
`;

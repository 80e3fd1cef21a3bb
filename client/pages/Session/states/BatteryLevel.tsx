import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Battery, SessionLocation } from '../../../../shared/charging/session.ts';
import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { Icon } from '../../../components/text/Icon.tsx';
import { useFormat } from '../../../hooks/useFormat.ts';

interface BatteryLevelProps {
  battery: Battery;
  place: SessionLocation;
  /** Time of the session data. The battery values may be older. */
  until: string;
}

/**
 * The charge level of the vehicle's battery as a bar with its target. Also shows the remaining time, if the vehicle reports it.
 */
export function BatteryLevel({ battery, place, until }: BatteryLevelProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const { percent, targetPercent } = battery;
  const leftMs = leftOf(battery, until);
  const target = targetPercent !== null && t('session.battery.target', { percent: format.percent(targetPercent) });
  const goal =
    leftMs === null
      ? target
      : t('session.battery.left', { duration: format.duration(leftMs), percent: format.percent(targetPercent ?? 100) });
  if (percent === null && !goal) return null;
  return (
    <Box>
      <Icon name="battery-charging" size="lg" />
      <p>
        <b>
          {t('session.battery')} {percent !== null && format.percent(percent)}
        </b>
        {goal && (
          <>
            <br />
            {goal}
          </>
        )}
      </p>
      {percent !== null && (
        <svg aria-hidden="true" focusable="false">
          <rect data-part="level" width={`${within(percent)}%`} height="100%" />
          {targetPercent !== null && (
            <line data-part="target" x1={`${within(targetPercent)}%`} x2={`${within(targetPercent)}%`} y1="0" y2="100%" />
          )}
        </svg>
      )}
    </Box>
  );
}

const within = (percent: number): number => Math.min(100, Math.max(0, percent));

/** Returns the remaining time after `until` in milliseconds, rounded up to whole minutes. Null: not reported, or over. */
function leftOf({ at, minutesLeft }: Battery, until: string): number | null {
  if (minutesLeft === null) return null;
  const leftMs = Date.parse(at) + minutesLeft * MINUTE_MS - Date.parse(until);
  return leftMs > 0 ? Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS : null;
}

const Box = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: var(--s1) var(--s3);
  padding-top: var(--s4);
  @media (max-width: 18em) {
    grid-template-columns: minmax(0, 1fr);
  }
  > svg:first-child {
    color: var(--primary-line);
  }
  p {
    line-height: 1.35;
  }
  b {
    font-size: var(--t-lg);
    font-variant-numeric: tabular-nums;
  }
  > svg:last-child:not(:first-child) {
    grid-column: 1 / -1;
    width: 100%;
    height: 0.75rem;
    overflow: visible;
    border: 1px solid var(--line-strong);
    border-radius: 2px;
    background: var(--surface);
  }
  [data-part='level'] {
    fill: var(--primary-line);
  }
  [data-part='target'] {
    stroke: var(--ink);
    stroke-width: 3px;
    transform: scaleY(1.8);
    transform-origin: center;
  }
  @media (forced-colors: active) {
    [data-part='level'] {
      fill: CanvasText;
    }
    [data-part='target'] {
      stroke: Highlight;
    }
  }
`;

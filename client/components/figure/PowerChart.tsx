import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionLocation, SessionValues } from '../../../shared/charging/session.ts';
import { iso } from '../../../shared/model/time.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { Hidden } from '../text/Text.tsx';
import {
  BOX,
  type ChartRange,
  curvePath,
  highestOf,
  idleSince,
  niceTop,
  type Reading,
  readingsOf,
  xOf,
  yOf,
} from './chartScale.ts';
import { Ends, Plot } from './PowerChart.styles.ts';

interface PowerChartProps {
  values: SessionValues;
  place: Pick<SessionLocation, 'country' | 'timeZone'>;
  /** Time of the last update, at which the curve ends. */
  until: string;
  /** Expected end of charging. Null: unknown, or charging has ended. */
  expectedEnd?: string | null;
  /** The label at the right end of the chart. */
  endLabel: ReactNode;
  /** A sentence about the right end of the chart, for screen readers. */
  endSentence?: string;
  state: 'charging' | 'paused' | 'ended';
  /** True: the values are out of date, so nothing on the chart moves. */
  isStale?: boolean;
}

/**
 * Power over time as a picture and as a sentence for screen readers. Measured power is a solid curve, the expected power a
 * dotted line. Needs the text areas `chart` and `unit` (see `Route.strings`).
 */
export function PowerChart({ values, place, until, expectedEnd = null, endLabel, endSentence, ...state }: PowerChartProps) {
  const { t } = useTranslation();
  const format = useFormat(place);
  const readings = readingsOf(values, until);
  const peak = highestOf(readings);
  const kilowatts = (powerW: number) => format.number(powerW / 1000, 1);
  const sentence = peak && {
    max: kilowatts(peak.value),
    maxTime: format.time(iso(peak.at)),
    now: kilowatts(values.powerW),
  };
  const top = niceTop((peak?.value ?? 0) / 1000);
  // While charging, the page has the current power as a figure, and a second power directly below would look like another one.
  const topLabel = state.state === 'ended' ? t('unit.kw', { value: format.rating(top * 1000) }) : null;
  const now = Date.parse(until);
  const range = {
    from: Math.min(readings[0]?.at ?? now, Date.parse(values.startedAt)),
    to: Math.max(now, Date.parse(expectedEnd ?? until)),
    highest: top * 1000,
  };
  return (
    <figure>
      <Hidden as="figcaption">
        {sentence ? t(state.state === 'ended' ? 'chart.peak' : 'chart.desc', sentence) : t('chart.empty')} {endSentence}
      </Hidden>
      <Picture readings={readings} range={range} topLabel={topLabel} {...state} />
      <Ends aria-hidden="true">
        <span>{format.time(iso(range.from))}</span>
        <span>{readings.length > 0 ? endLabel : t('chart.empty')}</span>
      </Ends>
    </figure>
  );
}

interface PictureProps extends Pick<PowerChartProps, 'state' | 'isStale'> {
  readings: readonly Reading[];
  range: ChartRange;
  /** The power at the upper edge. Null: the edge has no label. */
  topLabel: string | null;
}

const percent = (position: number) => `${position / (BOX / 100)}%`;

/** The chart is hidden from screen readers, because the sentence above it and the table on the page have the same values. */
function Picture({ readings, range, topLabel, state, isStale = false }: PictureProps) {
  const curve = curvePath(readings, range);
  const [first, last] = [readings[0], readings.at(-1)];
  const now = last && { x: xOf(last.at, range), y: yOf(last.value, range) };
  const hasTail = now !== undefined && now.x < BOX && state === 'charging';
  const idle = state === 'paused' ? idleSince(readings) : null;
  return (
    <Plot data-paused={state === 'paused' ? '' : undefined} aria-hidden="true" focusable="false">
      <line data-part="grid" x2="100%" />
      {topLabel !== null && <text y="-5">{topLabel}</text>}
      <line data-part="grid" x2="100%" y1="50%" y2="50%" />
      {idle !== null && now && (
        <rect data-part="gap" x={percent(xOf(idle, range))} width={percent(now.x - xOf(idle, range))} height="100%" />
      )}
      <svg
        width="100%"
        height="100%"
        viewBox={`0 0 ${BOX} ${BOX}`}
        preserveAspectRatio="none"
        overflow="visible"
        aria-hidden="true"
        focusable="false"
      >
        {curve && first && <path data-part="area" d={`${curve}V${BOX}H${xOf(first.at, range)}z`} />}
        {hasTail && <path data-part="expected" d={`M${now.x} ${now.y}H${BOX}V${BOX}H${now.x}z`} />}
        {hasTail && <path data-part="tail" d={`M${now.x} ${now.y}H${BOX}`} />}
        {curve && <path data-part="curve" d={curve} />}
      </svg>
      <line data-part="base" x2="100%" y1="100%" y2="100%" />
      {hasTail && (
        <>
          <line data-part="end" x1="100%" x2="100%" y1="6%" y2="100%" />
          <svg x="100%" y="6%" overflow="visible" aria-hidden="true" focusable="false">
            <path data-part="flag" d="M0 0h-15l4 5l-4 5h15z" />
          </svg>
        </>
      )}
      {now && state !== 'ended' && (
        <>
          {state === 'charging' && !isStale && <circle data-part="ring" cx={percent(now.x)} cy={percent(now.y)} r="8" />}
          <circle data-part="now" cx={percent(now.x)} cy={percent(now.y)} r="7" />
        </>
      )}
    </Plot>
  );
}

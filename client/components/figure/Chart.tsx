import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionLocation, SessionValues } from '../../../shared/charging/session.ts';
import { iso } from '../../../shared/model/time.ts';
import { useFormat } from '../../hooks/useFormat.ts';
import { Disclosure } from '../control/Disclosure.tsx';
import { Section } from '../layout/Columns.tsx';
import { Small } from '../text/Text.tsx';
import { Data, Heights, Plot, Times } from './Chart.styles.ts';
import { highestOf, niceTicks, type Reading, stepPath, tableRows, timeMarks } from './chartScale.ts';

interface ChartProps {
  values: SessionValues;
  place: Pick<SessionLocation, 'country' | 'timeZone'>;
  /** Time of the last update, at which the curve ends. */
  until: string;
}

/** Power over time as a sentence, a chart and a table. Needs the text areas `chart` and `unit` (see `Route.strings`). */
export function Chart({ values, place, until }: ChartProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const format = useFormat(place);
  const readings = readingsOf(values, until);
  const peak = highestOf(readings);
  const kilowatts = (powerW: number) => format.number(powerW / 1000, 1);
  const time = (ms: number) => format.time(iso(ms));
  const sentence = peak && t('chart.desc', { max: kilowatts(peak.value), maxTime: time(peak.at), now: kilowatts(values.powerW) });
  return (
    <Section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('chart.title')}</h2>
      <Small>{sentence ?? t('chart.empty')}</Small>
      {readings.length > 1 && (
        <>
          <Picture readings={readings} time={time} powerLabel={watts => t('unit.kw', { value: format.rating(watts) })} />
          <Disclosure summary={t('chart.table')}>
            <Data>
              <caption>{t('chart.caption')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('chart.col.time')}</th>
                  <th scope="col">{t('chart.col.power')}</th>
                  <th scope="col">{t('chart.col.energy')}</th>
                </tr>
              </thead>
              <tbody>
                {tableRows(readings, time).map(({ at, value, energyWh }) => (
                  <tr key={at}>
                    <th scope="row">{time(at)}</th>
                    <td>{format.power(value)}</td>
                    <td>{format.energy(energyWh, 2)}</td>
                  </tr>
                ))}
              </tbody>
            </Data>
          </Disclosure>
        </>
      )}
    </Section>
  );
}

/** Returns the points of the curve, with the current power as the last point. */
function readingsOf({ curve, powerW, energyWh }: SessionValues, until: string): Reading[] {
  const readings = curve.map(point => ({ at: Date.parse(point.at), value: point.powerW, energyWh: point.energyWh }));
  const last = readings.at(-1);
  const now = Date.parse(until);
  return last && now > last.at ? [...readings, { at: now, value: powerW, energyWh }] : readings;
}

/** Alignment of a label near an end of the time axis, so that it does not extend beyond the axis. Undefined: centred. */
function endOf(percent: number): 'left' | 'right' | 'near-right' | 'right-half' | undefined {
  if (percent < 7) return 'left';
  if (percent > 93) return 'right';
  if (percent > 78) return 'near-right';
  return percent > 50 ? 'right-half' : undefined;
}

const WIDTH = 600;
const HEIGHT = 160;

interface PictureProps {
  readings: readonly Reading[];
  time(ms: number): string;
  powerLabel(watts: number): string;
}

/**
 * The chart as a picture. It is hidden from screen readers, because the sentence above it and the table below it have the same
 * values.
 */
function Picture({ readings, time, powerLabel }: PictureProps) {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) return null;
  const ticks = niceTicks(Math.max(...readings.map(({ value }) => value)) / 1000);
  const highest = (ticks.at(-1) ?? 1) * 1000;
  const y = (kilowatts: number) => HEIGHT - ((kilowatts * 1000) / highest) * HEIGHT;
  const curve = stepPath(readings, { width: WIDTH, height: HEIGHT, highest });
  const end = `M${WIDTH} ${y(last.value / 1000)}h.01`;
  return (
    <Plot aria-hidden="true">
      <Heights>
        {[...ticks].reverse().map((tick, place) => (
          <span key={tick}>{place === 0 ? powerLabel(tick * 1000) : tick}</span>
        ))}
      </Heights>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path data-part="area" d={`${curve}V${HEIGHT}H0z`} />
        {ticks.slice(1).map(tick => (
          <path key={tick} data-part="grid" d={`M0 ${y(tick)}H${WIDTH}`} />
        ))}
        <path data-part="base" d={`M0 ${HEIGHT}H${WIDTH}`} />
        <path data-part="curve" d={curve} />
        <path data-part="dot" d={end} />
        <path data-part="hole" d={end} />
      </svg>
      <Times aria-hidden="true" focusable="false">
        {timeMarks({ from: first.at, to: last.at }).map(({ at, percent }) => (
          <text key={at} x={`${percent}%`} y="1em" data-end={endOf(percent)}>
            {time(at)}
          </text>
        ))}
      </Times>
    </Plot>
  );
}

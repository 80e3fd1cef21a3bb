import type { CurvePoint } from '../../../shared/charging/session.ts';
import { BOX, curvePath, highestOf, niceTop } from '../../components/figure/chartScale.ts';
import { useWords } from '../core/translations.ts';

/** Power over time, as a sentence and a chart. The chart is drawn like that for drivers. */
export function PowerChart({ curve, readings }: { curve: readonly CurvePoint[]; readings: number }) {
  const { t, time, text, decimal } = useWords();
  const points = curve.map(({ at, powerW, energyWh }) => ({ at: Date.parse(at), value: powerW, energyWh }));
  const [first, last, peak] = [curve[0], curve.at(-1), highestOf(points)];
  if (points.length < 2 || !first || !last || !peak) return <p className="small muted">{t('session.power.none')}</p>;
  const top = niceTop(peak.value / 1000);
  const path = curvePath(points, { from: Date.parse(first.at), to: Date.parse(last.at), highest: top * 1000 });
  const description = text({
    key: 'session.power.says',
    values: { count: readings, peak: { powerW: peak.value }, last: time(last.at) },
  });
  return (
    <>
      <p className="small muted">{description}</p>
      <div className="chart" aria-hidden="true">
        <div className="chart__y">
          {[top, top / 2, 0].map(tick => (
            <span key={tick}>{tick === top ? `${decimal(tick)} kW` : decimal(tick)}</span>
          ))}
        </div>
        <svg viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path className="area" d={`${path}V${BOX}H0z`} />
          <path className="curve" d={path} />
          <path className="base" d={`M0 ${BOX}H${BOX}`} />
        </svg>
        <div className="chart__x">
          <span>{time(first.at)}</span>
          <span>{time(last.at)}</span>
        </div>
      </div>
    </>
  );
}

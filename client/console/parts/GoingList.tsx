import type { GoingSession } from '../../../shared/console/sessions.ts';
import { BOX, curvePath, niceTop } from '../../components/figure/chartScale.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';

/** Active sessions, each with its power over time as a small curve. */
export function GoingList({ sessions }: { sessions: readonly GoingSession[] }) {
  return (
    <ul className="going">
      {sessions.map(session => (
        <Going key={session.number} session={session} />
      ))}
    </ul>
  );
}

function Going({ session }: { session: GoingSession }) {
  const { t, time, money, kilowattHours, power } = useWords();
  const { number, evseId, place, startedAt, createdAt, pausedAt, energyWh, priceMinor, currency, powerW, curve, standing } =
    session;
  return (
    <li className={pausedAt ? 'is-paused' : undefined}>
      <span className="plate__no">
        <span className="vh">{t('stations.plugName', { number: '' })}</span>
        {place?.plug ?? '–'}
      </span>
      <p>
        <a href={`/operator/sessions/${number}`}>{place?.street ?? evseId}</a>
        <small>
          {pausedAt ? (
            <span className="badge badge--warn">
              <Icon name="pause" />
              {t('today.pausedSince', { at: time(pausedAt) })}
            </span>
          ) : (
            [
              place && t(`session.plug.${place.kind}`),
              standing === 'charging'
                ? t('today.since', { at: time(startedAt ?? createdAt) })
                : t(`session.standing.${standing}`),
              energyWh > 0 && kilowattHours(energyWh),
            ]
              .filter(Boolean)
              .join(' · ')
          )}
        </small>
      </p>
      <SmallCurve curve={curve} />
      <p className="r">
        <b>{priceMinor === null ? '–' : money(priceMinor, currency)}</b>
        {powerW !== null && <small>{power(powerW)}</small>}
      </p>
    </li>
  );
}

/** Power over time without axes. Its values are on the page of the session. */
function SmallCurve({ curve }: Pick<GoingSession, 'curve'>) {
  const samples = curve.map(({ at, powerW }) => ({ at: Date.parse(at), value: powerW }));
  const highest = niceTop(Math.max(0, ...samples.map(({ value }) => value)));
  const path = curvePath(samples, { from: samples[0]?.at ?? 0, to: samples.at(-1)?.at ?? 0, highest });
  return (
    <svg className="small-curve" viewBox={`0 0 ${BOX} ${BOX}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {path !== '' && (
        <>
          <path className="area" d={`${path}V${BOX}H0Z`} />
          <path className="curve" d={path} />
        </>
      )}
    </svg>
  );
}

import type { OperatedPoint } from '../../../../shared/console/point.ts';
import type { PointLine } from '../../../../shared/console/stations.ts';
import { Hatches } from '../../../components/figure/Hatches.tsx';
import { useConsole, useMayOperate } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { DoneNote } from '../../parts/DoneNote.tsx';
import { Figures } from '../../parts/Figures.tsx';
import { PlugState } from '../../parts/PlugState.tsx';
import { SessionList } from '../../parts/SessionList.tsx';
import { labelsPath, pointPath, STATIONS_PATH } from '../../parts/stationStyles.ts';
import { UptimeStrip } from '../../parts/UptimeStrip.tsx';
import { unlockablePlugs } from '../../parts/unlockablePlugs.ts';
import { availabilityOf, countKnownDays, withOff } from '../../parts/uptime.ts';
import { useSwitchedOffBy } from '../../parts/useSwitchedOffBy.ts';
import { Faults } from './Faults.tsx';
import { PointPrices } from './PointPrices.tsx';
import { ReachedBy } from './ReachedBy.tsx';

const DONE = {
  on: 'stations.done.on',
  off: 'stations.done.off',
  reset: 'stations.done.reset',
  unlock: 'stations.done.unlock',
  answered: 'faults.done.answered',
  closed: 'faults.done.closed',
} as const;

/** The page of a charging point: state, figures, last seven days, last sessions, and the actions on it. */
export const pointPage: ConsolePage = {
  path: '/stations/points/:point',
  tab: 'stations',
  async show({ operating, params, query }) {
    const operated = await operating.getPoint({ evseId: params.point ?? '' });
    if (!operated) return null;
    const done = Object.hasOwn(DONE, query.done ?? '') ? DONE[query.done as keyof typeof DONE] : null;
    const content = <PointView operated={operated} done={done} />;
    return { title: 'stations.point.title', titleValues: { point: operated.point.evseId }, content };
  },
};

function PointView({ operated, done }: { operated: OperatedPoint; done: (typeof DONE)[keyof typeof DONE] | null }) {
  const { t } = useWords();
  const { point, sessions } = operated;
  const { evseId, street, postalCode, city, off } = point;
  return (
    <>
      <Hatches />
      <Crumb to={STATIONS_PATH}>{t('stations.title')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{street}</h1>
          <p>
            <span className="id">{evseId}</span> · {postalCode} {city}
          </p>
        </div>
      </div>
      {done && done !== DONE.off && (
        <DoneNote>{t(off && done === DONE.closed ? 'faults.done.closedOff' : done, { point: evseId })}</DoneNote>
      )}
      <div className="point-top">
        <div>
          <Plugs operated={operated} isDone={done === DONE.off} />
          <Faults operated={operated} />
          <Acts operated={operated} />
        </div>
        <PointFigures operated={operated} />
      </div>
      <div className="cols">
        <div>
          <Block name={t('stations.point.days')}>
            <UptimeStrip days={operated.days} histories={withStaff(operated)} />
          </Block>
          <Block
            name={t('stations.point.sessions')}
            more={<a href={`/operator/sessions?q=${encodeURIComponent(evseId)}`}>{t('stations.point.allSessions')}</a>}
          >
            {sessions.length === 0 ? (
              <p className="muted">{t('stations.point.noSessions')}</p>
            ) : (
              <SessionList lines={sessions} hasDays isAtPoint />
            )}
          </Block>
        </div>
        <div>
          <PointPrices operated={operated} />
          <Device operated={operated} />
        </div>
      </div>
    </>
  );
}

/** The plugs with their states. A plug in trouble has a tinted box with the fault and since when. */
function Plugs({ operated: { point }, isDone }: { operated: OperatedPoint; isDone: boolean }) {
  const { t } = useWords();
  const switchedOffBy = useSwitchedOffBy();
  const mayOperate = useMayOperate();
  const { evseId, plugs, off } = point;
  return (
    <div className="stack-sm">
      {off && (
        <div className="plug-box plug-box--off" role={isDone ? 'status' : undefined}>
          <Icon name="ban" />
          <div>
            <b>{t('stations.done.off', { point: evseId })}</b>
            <p>{switchedOffBy(off)}</p>
            {mayOperate && (
              <a className="link" href={`${pointPath(evseId)}/switch-on`}>
                {t('stations.switchOn')}
              </a>
            )}
          </div>
        </div>
      )}
      {plugs.map(plug => (
        <PlugState key={plug.id} plug={plug} />
      ))}
    </div>
  );
}

/** Links to the actions. Each has a page with its effects, a field for the reason, and the button. */
function Acts({ operated: { point, sessions } }: { operated: OperatedPoint }) {
  const { t } = useWords();
  const { who } = useConsole();
  const mayOperate = useMayOperate();
  const { evseId, off, kind } = point;
  const canUnlock = unlockablePlugs({ point, sessions }).length > 0;
  if (who?.may !== 'act') return <p className="muted gap">{t('frame.trouble.readOnly.title')}</p>;
  return (
    <>
      <div className="acts gap">
        {mayOperate && kind !== 'ocpi' && (
          <a className="btn" href={`${pointPath(evseId)}/reset`}>
            <Icon name="rotate-cw" />
            {t('stations.point.reset')} …
          </a>
        )}
        {canUnlock && (
          <a className="btn btn--quiet" href={`${pointPath(evseId)}/unlock`}>
            <Icon name="lock-open" />
            {t('stations.point.unlock')} …
          </a>
        )}
        {mayOperate && !off && (
          <a className="btn btn--quiet" href={`${pointPath(evseId)}/switch-off`}>
            <Icon name="power" />
            {t('stations.switchOff')}
          </a>
        )}
      </div>
      {(mayOperate || canUnlock) && <p className="small muted">{t('stations.point.asks')}</p>}
    </>
  );
}

/** The histories of the plugs, with the time since which staff have switched the point off. */
const withStaff = ({ point: { off }, histories }: Pick<OperatedPoint, 'point' | 'histories'>) =>
  histories.map(({ plug, changes }) => ({ plug, changes: withOff(changes, off?.at ?? null) }));

/** The figures of a point. A figure without a value, such as the power while no vehicle is charging, is left out. */
function PointFigures({ operated: { point, histories, days, energyWh } }: { operated: OperatedPoint }) {
  const { t, power, percent, kilowattHours, lasting, when } = useWords();
  const { now } = useConsole();
  const all = withStaff({ point, histories }).map(({ changes }) => changes);
  const shares = all.flatMap(changes => availabilityOf(days, changes, now) ?? []);
  const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  const knownDays = countKnownDays(days, all, now);
  const powerW = point.plugs.reduce((sum, { chargingW }) => sum + (chargingW ?? 0), 0);
  const isOut = ({ group }: PointLine['plugs'][number]) => group === 'out' || group === 'offline';
  const [outSince] = point.plugs.flatMap(plug => (isOut(plug) ? (plug.since ?? []) : [])).toSorted();
  const since = point.off?.at ?? outSince;
  const figures = [
    ...(since === undefined
      ? []
      : [
          {
            name: t(point.off ? 'stations.point.offFor' : 'stations.point.outFor'),
            value: lasting(since),
            note: t('today.since', { at: when(since) }),
          },
        ]),
    ...(powerW === 0 ? [] : [{ name: t('stations.point.power'), value: power(powerW) }]),
    ...(shares.length === 0
      ? []
      : [
          {
            name: t('stations.point.available'),
            value: percent(Math.round(share * 10) / 10),
            note: knownDays < days.length ? t('stations.point.knownDays', { count: knownDays, days: days.length }) : '',
          },
        ]),
    ...(energyWh === 0 ? [] : [{ name: t('stations.point.energy'), value: kilowattHours(energyWh) }]),
  ];
  return <Figures className="figures--two" figures={figures} />;
}

function Device({ operated: { point, station } }: { operated: OperatedPoint }) {
  const { t, dateTime } = useWords();
  const { drivers } = useConsole();
  const { clientId, evseId } = point;
  return (
    <Block name={t('stations.point.device')}>
      <dl className="rows">
        <div>
          <dt>{t('stations.col.by')}</dt>
          <dd>
            <ReachedBy point={point} />
          </dd>
        </div>
        {station?.lastMessageAt && (
          <div>
            <dt>{t('stations.col.heard')}</dt>
            <dd>{dateTime(station.lastMessageAt)}</dd>
          </div>
        )}
        {station?.boot?.firmware && (
          <div>
            <dt>{t('stations.point.firmware')}</dt>
            <dd>{station.boot.firmware}</dd>
          </div>
        )}
      </dl>
      <div className="row">
        <a className="link" href={`${drivers}/${clientId}/evse/${encodeURIComponent(evseId)}`}>
          {t('stations.asDriver')}
        </a>
        <a className="link" href={labelsPath(point)}>
          {t('frame.nav.labels')}
        </a>
      </div>
    </Block>
  );
}

import type { SecurityEvent } from '../../../../shared/console/securityEvents.ts';
import type { Stations } from '../../../../shared/console/stations.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { DoneNote } from '../../parts/DoneNote.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { logFilesPath, STATIONS_PATH, settingsPath, stationPath } from '../../parts/stationStyles.ts';
import { FirstSteps } from './Access.tsx';
import { PointBoard } from './PointBoard.tsx';
import { SecurityEvents } from './SecurityEvents.tsx';
import { Connected } from './StationBoard.tsx';
import { StationFacts } from './StationFacts.tsx';

type Line = NonNullable<Stations['stations']>['lines'][number];

/** The page of an OCPP station: its connection, the settings that it has rejected, and its points that are offered to drivers. */
export const stationPage: ConsolePage = {
  path: '/stations/ocpp/:identity',
  tab: 'stations',
  async show({ operating, params, query }) {
    const station = await operating.getStation({ identity: params.identity ?? '' });
    if (!station) return null;
    const events = (await operating.listSecurityEvents({ identity: station.identity })) ?? [];
    const address = operating.stationAddress({ identity: station.identity }) ?? '–';
    return {
      title: 'stations.title',
      content: <StationView station={station} events={events} address={address} done={query.done} />,
    };
  },
};

/** Text of the message after an action, by the parameter of the address. */
const DONE = {
  restart: 'stations.done.restart',
  availability: 'stations.done.availability',
  password: 'stations.done.password',
  limit: 'stations.done.limit',
  firmware: 'stations.done.firmware',
  unlimited: 'stations.done.unlimited',
} as const;

interface StationViewProps {
  station: Line;
  events: readonly SecurityEvent[];
  address: string;
  done: string | undefined;
}

function StationView({ station, events, address, done = '' }: StationViewProps) {
  const { t } = useWords();
  const { who } = useConsole();
  const { identity, points } = station;
  const isNew = !station.isConnected && station.lastMessageAt === null;
  const text = Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null;
  return (
    <>
      <Crumb to={STATIONS_PATH}>{t('stations.title')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{identity}</h1>
          <Connected station={station} />
        </div>
      </div>
      {text && <DoneNote>{t(text)}</DoneNote>}
      {isNew && <FirstSteps address={address} />}
      {who?.may === 'act' && <Acts station={station} />}
      <div className="cols">
        <div>
          <Block name={t('stations.points')}>
            {points.length === 0 ? <p className="muted">{t('stations.nothingSold')}</p> : <PointBoard points={points} />}
          </Block>
          {!isNew && <Unset station={station} />}
          {!isNew && <SecurityEvents events={events} />}
          <Lists identity={identity} />
        </div>
        <div>
          <StationFacts station={station} address={address} />
        </div>
      </div>
    </>
  );
}

/** Links to the actions on a station. The first ones are needed most often. */
const ACTS = [
  { to: 'restart', icon: 'rotate-cw', text: 'stations.restart.link' },
  { to: 'out-of-service', icon: 'power', text: 'stations.availability.offLink' },
] as const;
const MORE_ACTS = [
  { to: 'in-service', icon: 'power', text: 'stations.availability.onLink' },
  { to: 'limit', icon: 'zap', text: 'stations.limit.link' },
  { to: 'limit/remove', icon: 'undo', text: 'stations.limit.removeLink' },
  { to: 'firmware', icon: 'download', text: 'stations.firmware.link' },
  { to: 'trigger', icon: 'mail', text: 'stations.trigger.link' },
  { to: 'change-password', icon: 'key', text: 'stations.changePassword.link' },
  { to: 'new-password', icon: 'key', text: 'stations.station.newPassword' },
] as const;

/** The actions that fit the last known state of a station. A station that has never connected only gets a password. */
function actsFor({ isConnected, lastMessageAt, points, limit }: Line) {
  const all = [...ACTS, ...MORE_ACTS];
  if (!isConnected && lastMessageAt === null) return all.filter(({ to }) => to === 'new-password');
  const states = points.flatMap(({ plugs }) => plugs.map(({ state }) => state));
  const isOut = states.every(state => state === 'unavailable');
  const hidden = isOut ? 'out-of-service' : 'in-service';
  return all.filter(({ to }) => (states.length === 0 || to !== hidden) && (to !== 'limit/remove' || limit));
}

function Acts({ station }: { station: Line }) {
  const { identity } = station;
  const { t } = useWords();
  const link = ({ to, icon, text }: (typeof ACTS)[number] | (typeof MORE_ACTS)[number]) => (
    <a key={to} className="btn btn--quiet" href={`${stationPath(identity)}/${to}`}>
      <Icon name={icon} />
      {t(text)}
    </a>
  );
  const shown = actsFor(station);
  return (
    <div className="gap">
      <div className="acts">{shown.slice(0, 2).map(link)}</div>
      {shown.length > 2 && (
        <Folded text={t('stations.station.moreActs')}>
          <div className="acts">{shown.slice(2).map(link)}</div>
        </Folded>
      )}
    </div>
  );
}

/** Links to the lists of a station. */
function Lists({ identity }: { identity: string }) {
  const { t } = useWords();
  return (
    <nav className="menu" aria-label={identity}>
      <a href={settingsPath(identity)}>
        <Icon name="list" />
        {t('stations.settings.title')}
        <Icon name="chevron-right" />
      </a>
      <a href={`${stationPath(identity)}/messages`}>
        <Icon name="mail" />
        {t('stations.messages.title')}
        <Icon name="chevron-right" />
      </a>
      <a href={logFilesPath(identity)}>
        <Icon name="file" />
        {t('stations.logFiles.title')}
        <Icon name="chevron-right" />
      </a>
    </nav>
  );
}

function Unset({ station: { unset, faulty } }: { station: Line }) {
  const { t } = useWords();
  return (
    <Block name={t(unset.length > 0 ? 'stations.station.unset' : 'stations.station.required')}>
      {unset.length === 0 && (
        <p className="st st--ok">
          <Icon name="circle-check" />
          {t('stations.station.allSet')}
        </p>
      )}
      <ul className="stack-sm" lang="en">
        {unset.map(what => (
          <li key={what} className="st st--warn">
            <Icon name="triangle-alert" />
            <span className="dim">{what}</span>
          </li>
        ))}
      </ul>
      {faulty.length > 0 && (
        <p className="gap">
          <b>{t('stations.station.faulty')}:</b> {faulty.map(({ action, count }) => `${action} ${count} ×`).join(', ')}
        </p>
      )}
    </Block>
  );
}

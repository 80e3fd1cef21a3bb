import type { ReactNode } from 'react';
import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import type { Stations } from '../../../../shared/console/stations.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { DoneNote } from '../../parts/DoneNote.tsx';
import { lastReceivedAt } from '../../parts/exchanges.ts';
import { Folded } from '../../parts/Folded.tsx';
import { STATIONS_PATH, settingsPath, stationPath } from '../../parts/stationStyles.ts';
import { FirstSteps } from './Access.tsx';
import { PointBoard } from './PointBoard.tsx';
import { Connected, RefusalReason, versionOf } from './StationBoard.tsx';

type Line = NonNullable<Stations['stations']>['lines'][number];

/** The page of an OCPP station: its connection, the settings that it has rejected, and its points that are offered to drivers. */
export const stationPage: ConsolePage = {
  path: '/stations/ocpp/:identity',
  tab: 'stations',
  async show({ operating, params, query }) {
    const station = await operating.getStation({ identity: params.identity ?? '' });
    if (!station) return null;
    const lastMessageAt = lastReceivedAt((await operating.listStationMessages({ identity: station.identity })) ?? []);
    const address = operating.stationAddress({ identity: station.identity }) ?? '–';
    return {
      title: 'stations.title',
      content: <StationView station={station} lastMessageAt={lastMessageAt} address={address} done={query.done} />,
    };
  },
};

/** Text of the message after an action, by the parameter of the address. */
const DONE = {
  restart: 'stations.done.restart',
  availability: 'stations.done.availability',
  password: 'stations.done.password',
} as const;

interface StationViewProps {
  station: Line;
  /** Time of the newest message in the log that the station has sent. Null: the log has none. */
  lastMessageAt: string | null;
  address: string;
  done: string | undefined;
}

function StationView({ station, lastMessageAt, address, done = '' }: StationViewProps) {
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
      {who?.may === 'act' && <Acts identity={identity} texts={actsFor(station)} />}
      <div className="cols">
        <div>
          <Block name={t('stations.points')}>
            {points.length === 0 ? <p className="muted">{t('stations.nothingSold')}</p> : <PointBoard points={points} />}
          </Block>
          {!isNew && <Unset station={station} />}
          <Lists identity={identity} />
        </div>
        <div>
          <Facts station={station} lastMessageAt={lastMessageAt} address={address} />
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
  { to: 'trigger', icon: 'download', text: 'stations.trigger.link' },
  { to: 'change-password', icon: 'key', text: 'stations.changePassword.link' },
  { to: 'new-password', icon: 'key', text: 'stations.station.newPassword' },
] as const;

/** The texts of the actions that fit the last known state of a station. A station that has never connected only gets a password. */
function actsFor({ isConnected, lastMessageAt, points }: Line): readonly string[] {
  if (!isConnected && lastMessageAt === null) return ['stations.station.newPassword'];
  const states = points.flatMap(({ plugs }) => plugs.map(({ state }) => state));
  const isOut = states.every(state => state === 'unavailable');
  const hidden = isOut ? 'stations.availability.offLink' : 'stations.availability.onLink';
  return [...ACTS, ...MORE_ACTS].map(({ text }) => text).filter(text => states.length === 0 || text !== hidden);
}

function Acts({ identity, texts }: { identity: string; texts: readonly string[] }) {
  const { t } = useWords();
  const link = ({ to, icon, text }: (typeof ACTS)[number] | (typeof MORE_ACTS)[number]) => (
    <a key={to} className="btn btn--quiet" href={`${stationPath(identity)}/${to}`}>
      <Icon name={icon} />
      {t(text)}
    </a>
  );
  const shown = [...ACTS, ...MORE_ACTS].filter(({ text }) => texts.includes(text));
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

/** A station without TLS sends its password and all messages in plain text, so a warning says so. */
function Security({ profile }: { profile: Line['securityProfile'] }) {
  const { t } = useWords();
  if (profile === 2) return t('stations.profile.2');
  return (
    <span className="st st--warn">
      <Icon name="triangle-alert" />
      <span>
        {t(`stations.profile.${profile}`)}
        <small>{t('stations.profile.warning')}</small>
      </span>
    </span>
  );
}

function Refused({ refused }: { refused: RefusedHandshakes }) {
  const { t, dateTime } = useWords();
  return (
    <>
      {t('stations.refusedCount', { count: refused.count, at: dateTime(refused.lastAt) })}
      <br />
      <RefusalReason refused={refused} />
    </>
  );
}

function Facts({ station, lastMessageAt, address }: Omit<StationViewProps, 'done'>) {
  const { t, dateTime } = useWords();
  const { boot, protocol, onlyProtocol, securityProfile, refused } = station;
  const newestAt = lastMessageAt ?? station.lastMessageAt;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ...(refused ? [[t('stations.station.refused'), <Refused key="refused" refused={refused} />] as const] : []),
    [t('stations.col.heard'), newestAt === null ? t('stations.neverRead') : dateTime(newestAt)],
    [t('stations.col.version'), protocol === null ? '–' : versionOf(protocol)],
    ...(onlyProtocol === null ? [] : [['', t('stations.station.onlyVersion', { version: versionOf(onlyProtocol) })] as const]),
    [t('stations.profile', { profile: securityProfile }), <Security key="security" profile={securityProfile} />],
    [t('stations.station.made'), boot ? `${boot.vendor} ${boot.model}` : '–'],
    [t('stations.station.firmware'), boot?.firmware ?? '–'],
    [t('stations.station.booted'), boot ? dateTime(boot.at) : t('stations.station.notBooted')],
    [
      t('stations.station.address'),
      <span key="address" className="mono">
        {address}
      </span>,
    ],
  ];
  return (
    <Block name={t('stations.station.what')}>
      <dl className="rows">
        {facts.map(([name, value], place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other identity than their place
          <div key={place}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

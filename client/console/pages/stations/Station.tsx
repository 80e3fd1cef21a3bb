import type { ReactNode } from 'react';
import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
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
import { Limit } from './limitPages.tsx';
import { PointBoard } from './PointBoard.tsx';
import { SecurityEvents } from './SecurityEvents.tsx';
import { Connected, RefusalReason, versionOf } from './StationBoard.tsx';

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
      {who?.may === 'act' && <Acts station={station} />}
      <div className="cols">
        <div>
          <Block name={t('stations.points')}>
            {points.length === 0 ? <p className="muted">{t('stations.nothingSold')}</p> : <PointBoard points={points} />}
          </Block>
          <Unset station={station} />
          {station.lastMessageAt !== null && <SecurityEvents events={events} />}
          <Lists identity={identity} />
        </div>
        <div>
          <Facts station={station} address={address} />
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
  { to: 'trigger', icon: 'download', text: 'stations.trigger.link' },
  { to: 'change-password', icon: 'key', text: 'stations.changePassword.link' },
  { to: 'new-password', icon: 'key', text: 'stations.station.newPassword' },
] as const;

function Acts({ station: { identity, limit } }: { station: Line }) {
  const { t } = useWords();
  const link = ({ to, icon, text }: (typeof ACTS)[number] | (typeof MORE_ACTS)[number]) => (
    <a key={to} className="btn btn--quiet" href={`${stationPath(identity)}/${to}`}>
      <Icon name={icon} />
      {t(text)}
    </a>
  );
  return (
    <>
      <div className="acts">{ACTS.map(link)}</div>
      <Folded text={t('stations.station.moreActs')}>
        <div className="acts">{MORE_ACTS.filter(({ to }) => to !== 'limit/remove' || limit).map(link)}</div>
      </Folded>
    </>
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

function Unset({ station: { unset, faulty, lastMessageAt } }: { station: Line }) {
  const { t } = useWords();
  return (
    <Block name={t(unset.length > 0 ? 'stations.station.unset' : 'stations.station.required')}>
      {lastMessageAt === null && <p className="muted">{t('stations.station.notSet')}</p>}
      {unset.length === 0 && lastMessageAt !== null && (
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

function Facts({ station, address }: { station: Line; address: string }) {
  const { t, dateTime } = useWords();
  const { boot, lastMessageAt, protocol, onlyProtocol, securityProfile, refused, limit } = station;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ...(refused ? [[t('stations.station.refused'), <Refused key="refused" refused={refused} />] as const] : []),
    ...(limit ? [[t('stations.limit.name'), <Limit key="limit" limit={limit} />] as const] : []),
    [t('stations.col.heard'), lastMessageAt === null ? t('stations.neverRead') : dateTime(lastMessageAt)],
    [t('stations.col.version'), protocol === null ? '–' : versionOf(protocol)],
    ...(onlyProtocol === null ? [] : [['', t('stations.station.onlyVersion', { version: versionOf(onlyProtocol) })] as const]),
    [t('stations.profile', { profile: securityProfile }), t(`stations.profile.${securityProfile}`)],
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

import type { ReactNode } from 'react';
import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import type { Stations } from '../../../../shared/console/stations.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Crumb } from '../../parts/Crumb.tsx';
import { STATIONS_PATH, stationPath } from '../../parts/stationStyles.ts';
import { PointBoard } from './PointBoard.tsx';
import { Connected, RefusalReason, versionOf } from './StationBoard.tsx';

type Line = NonNullable<Stations['stations']>['lines'][number];

/** The page of an OCPP station: its connection, the settings that it has rejected, and its points that are offered to drivers. */
export const stationPage: ConsolePage = {
  path: '/stations/ocpp/:identity',
  tab: 'stations',
  async show({ operating, params }) {
    const station = await operating.getStation({ identity: params.identity ?? '' });
    if (!station) return null;
    const address = operating.stationAddress({ identity: station.identity }) ?? '–';
    return { title: 'stations.title', content: <StationView station={station} address={address} /> };
  },
};

function StationView({ station, address }: { station: Line; address: string }) {
  const { t } = useWords();
  const { who } = useConsole();
  const { identity, points } = station;
  return (
    <>
      <Crumb to={STATIONS_PATH}>{t('stations.title')}</Crumb>
      <div className="page-head">
        <div>
          <h1>{identity}</h1>
        </div>
        {who?.may === 'act' && (
          <a className="btn btn--quiet" href={`${stationPath(identity)}/new-password`}>
            <Icon name="key" />
            {t('stations.station.newPassword')}
          </a>
        )}
      </div>
      <div className="cols">
        <div>
          <Unset station={station} />
          <Block name={t('stations.points')}>
            {points.length === 0 ? <p className="muted">{t('stations.nothingSold')}</p> : <PointBoard points={points} />}
          </Block>
        </div>
        <div>
          <Facts station={station} address={address} />
        </div>
      </div>
    </>
  );
}

function Unset({ station: { unset, faulty, identity, lastMessageAt } }: { station: Line }) {
  const { t } = useWords();
  return (
    <Block name={t('stations.station.unset')}>
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
      <p className="small muted gap">{t('stations.station.log', { identity })}</p>
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
  const { boot, lastMessageAt, protocol, onlyProtocol, securityProfile, refused } = station;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('stations.col.state'), <Connected key="state" station={station} />],
    ...(refused ? [[t('stations.station.refused'), <Refused key="refused" refused={refused} />] as const] : []),
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

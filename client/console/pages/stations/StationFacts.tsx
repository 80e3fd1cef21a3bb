import type { ReactNode } from 'react';
import type { RefusedHandshakes } from '../../../../shared/console/refusals.ts';
import type { StationLine } from '../../../../shared/console/stations.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Firmware } from './firmwarePage.tsx';
import { Limit } from './limitPages.tsx';
import { LastSeen, RefusalReason, versionOf } from './StationBoard.tsx';

/** A station without TLS sends its password and all messages in plain text, so a warning says so. */
function Security({ profile }: { profile: StationLine['securityProfile'] }) {
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

/** What is known about a station: its connection, its security and its maker. */
export function StationFacts({ station, address }: { station: StationLine; address: string }) {
  const { t, dateTime } = useWords();
  const { boot, protocol, onlyProtocol, securityProfile, refused, limit, firmware } = station;
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    ...(refused ? [[t('stations.station.refused'), <Refused key="refused" refused={refused} />] as const] : []),
    ...(limit ? [[t('stations.limit.name'), <Limit key="limit" limit={limit} />] as const] : []),
    ...(firmware ? [[t('stations.firmware.name'), <Firmware key="update" update={firmware} />] as const] : []),
    [t('stations.col.lastConnected'), <LastSeen key="seen" station={station} />],
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

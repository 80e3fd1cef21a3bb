import type { RefusedHandshakes, RefusedStation } from '../../../../shared/console/refusals.ts';
import type { StationLine, Stations } from '../../../../shared/console/stations.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Board, type Column } from '../../parts/Board.tsx';
import { rowOfStation, STATIONS_PATH, stationPath } from '../../parts/stationStyles.ts';

type Line = NonNullable<Stations['stations']>['lines'][number];

const COLUMNS: readonly Column<Line>[] = [
  { text: 'stations.col.station', cell: station => <Name station={station} /> },
  { text: 'stations.col.state', className: 'lab wide-s', cell: station => <Connected station={station} /> },
  { text: 'stations.col.lastConnected', className: 'lab wide-s', cell: station => <LastSeen station={station} /> },
  { text: 'stations.col.version', className: 'lab wide-s', cell: station => <Speaks station={station} /> },
  { text: 'stations.col.problem', className: 'lab wide-s', cell: station => <Trouble station={station} /> },
];

/** Table of the charging stations that may connect by OCPP. */
export const StationBoard = ({ stations }: { stations: readonly Line[] }) => (
  <Board columns={COLUMNS} lines={stations} keyOf={({ identity }) => identity} rowOf={rowOfStation} />
);

function Name({ station: { identity, points } }: { station: Line }) {
  const { t } = useWords();
  const [first] = points;
  return (
    <>
      <a className="id" href={stationPath(identity)}>
        <b>{identity}</b>
      </a>
      <small>{first ? `${t('stations.pointsAt', { count: points.length })}, ${first.street}` : t('stations.nothingSold')}</small>
    </>
  );
}

const CONNECTED = {
  connected: { status: 'ok', icon: 'circle-check' },
  never: { status: 'calm', icon: 'clock' },
  away: { status: 'off', icon: 'wifi-off' },
} as const;

function wordOf({ isConnected, lastMessageAt }: StationLine): keyof typeof CONNECTED {
  if (isConnected) return 'connected';
  return lastMessageAt === null ? 'never' : 'away';
}

/** The state of a station's connection, as an icon and a word. */
export function Connected({ station }: { station: StationLine }) {
  const { t } = useWords();
  const word = wordOf(station);
  const { status, icon } = CONNECTED[word];
  return (
    <span className={`st st--${status}`}>
      <Icon name={icon} />
      <span>{t(`stations.${word}`)}</span>
    </span>
  );
}

/** Returns when a station was connected last. */
export function LastSeen({ station: { isConnected, lastMessageAt } }: { station: StationLine }) {
  const { t, dateTime } = useWords();
  if (isConnected) return t('stations.connectedNow');
  return <span className="num">{lastMessageAt === null ? '–' : dateTime(lastMessageAt)}</span>;
}

/** The protocol ('OCPP 2.0.1') and the security profile of the station. */
function Speaks({ station: { protocol, securityProfile } }: { station: StationLine }) {
  const { t } = useWords();
  return (
    <>
      {protocol === null ? '–' : versionOf(protocol)}
      <small>{t(`stations.profile.${securityProfile}`)}</small>
    </>
  );
}

export const versionOf = (protocol: string): string => protocol.replace(/^ocpp/, 'OCPP ');

/** Says why a connection was refused: 'wrong password (another form, 16 bytes), from 192.0.2.1'. */
export function RefusalReason({ refused: { reason, password, network } }: { refused: RefusedHandshakes }) {
  const { t } = useWords();
  const why = t(`stations.refusal.${reason}`);
  const form = password && t(`stations.passwordForm.${password.form}`, { bytes: password.bytes });
  return (
    <>
      {form ? t('stations.refusedWith', { reason: why, form }) : why}, {t('stations.refusedFrom', { network })}
    </>
  );
}

function Trouble({ station: { unset, faulty, refused } }: { station: StationLine }) {
  const { t } = useWords();
  const troubles = [
    ...(refused ? [t('stations.refusedNow', { reason: t(`stations.refusal.${refused.reason}`) })] : []),
    ...(unset.length > 0 ? [t('stations.unsetCount', { count: unset.length })] : []),
    ...(faulty.length > 0 ? [t('stations.faulty')] : []),
  ];
  return troubles.length > 0 ? troubles.join(', ') : '–';
}

const REFUSED: readonly Column<RefusedStation>[] = [
  {
    text: 'stations.col.identity',
    cell: ({ identity, protocols }) => (
      <>
        <b className="id">{identity}</b>
        <small>{protocols.map(versionOf).join(', ')}</small>
      </>
    ),
  },
  { text: 'stations.col.refused', className: 'lab wide-s', cell: station => <RefusedCount station={station} /> },
];

/** Table of unknown stations that have tried to connect. */
export const RefusedBoard = ({ stations }: { stations: readonly RefusedStation[] }) => (
  <Board columns={REFUSED} lines={stations} keyOf={({ identity }) => identity} />
);

function RefusedCount({ station }: { station: RefusedStation }) {
  const { t, dateTime } = useWords();
  const { who } = useConsole();
  const { identity, reason, count, lastAt } = station;
  return (
    <>
      {t('stations.refusedCount', { count, at: dateTime(lastAt) })}{' '}
      {who?.may === 'act' && reason !== 'path not understood' && (
        <a href={`${STATIONS_PATH}/add?identity=${encodeURIComponent(identity)}`}>
          {t('stations.addThis')}
          <span className="vh"> {identity}</span>
        </a>
      )}
      <small>
        <RefusalReason refused={station} />
      </small>
    </>
  );
}

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
  { text: 'stations.col.state', looks: 'lab wide-s', cell: station => <Connected station={station} /> },
  { text: 'stations.col.heard', looks: 'lab wide-s', cell: station => <LastSeen station={station} /> },
  { text: 'stations.col.version', looks: 'lab wide-s', cell: station => <Speaks station={station} /> },
  { text: 'stations.col.problem', looks: 'lab wide-s', cell: station => <Trouble station={station} /> },
];

/** Charge points that may connect by OCPP. */
export const StationBoard = ({ stations }: { stations: readonly Line[] }) => (
  <Board columns={COLUMNS} lines={stations} keyOf={({ identity }) => identity} rowOf={rowOfStation} />
);

function Name({ station: { identity, points } }: { station: Line }) {
  const { say } = useWords();
  const [first] = points;
  return (
    <>
      <a className="id" href={stationPath(identity)}>
        <b>{identity}</b>
      </a>
      <small>
        {first ? `${say('stations.pointsAt', { count: points.length })}, ${first.street}` : say('stations.nothingSold')}
      </small>
    </>
  );
}

const CONNECTED = {
  connected: { look: 'ok', icon: 'circle-check' },
  never: { look: 'calm', icon: 'clock' },
  away: { look: 'off', icon: 'wifi-off' },
} as const;

function wordOf({ isConnected, heardAt }: StationLine): keyof typeof CONNECTED {
  if (isConnected) return 'connected';
  return heardAt === null ? 'never' : 'away';
}

/** Whether it is there, with an icon and a word. */
export function Connected({ station }: { station: StationLine }) {
  const { say } = useWords();
  const word = wordOf(station);
  const { look, icon } = CONNECTED[word];
  return (
    <span className={`st st--${look}`}>
      <Icon name={icon} />
      <span>{say(`stations.${word}`)}</span>
    </span>
  );
}

function LastSeen({ station: { heardAt } }: { station: StationLine }) {
  const { dateTime } = useWords();
  return <span className="num">{heardAt === null ? '–' : dateTime(heardAt)}</span>;
}

/** 'OCPP 2.0.1', and how it proves who it is. */
function Speaks({ station: { protocol, securityProfile } }: { station: StationLine }) {
  const { say } = useWords();
  return (
    <>
      {protocol === null ? '–' : versionOf(protocol)}
      <small>{say(`stations.profile.${securityProfile}`)}</small>
    </>
  );
}

export const versionOf = (protocol: string): string => protocol.replace(/^ocpp/, 'OCPP ');

/** 'wrong password (another form, 16 bytes), from 192.0.2.1' */
export function RefusalReason({ refused: { reason, password, network } }: { refused: RefusedHandshakes }) {
  const { say } = useWords();
  const why = say(`stations.refusal.${reason}`);
  const form = password && say(`stations.passwordForm.${password.form}`, { bytes: password.bytes });
  return (
    <>
      {form ? say('stations.refusedWith', { reason: why, form }) : why}, {say('stations.refusedFrom', { network })}
    </>
  );
}

function Trouble({ station: { unset, faulty, refused } }: { station: StationLine }) {
  const { say } = useWords();
  const troubles = [
    ...(refused ? [say('stations.refusedNow', { reason: say(`stations.refusal.${refused.reason}`) })] : []),
    ...(unset.length > 0 ? [say('stations.unsetCount', { count: unset.length })] : []),
    ...(faulty.length > 0 ? [say('stations.faulty')] : []),
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
  { text: 'stations.col.refused', looks: 'lab wide-s', cell: station => <RefusedCount station={station} /> },
];

/** Charge points that have tried to connect, and that nobody has added. */
export const RefusedBoard = ({ stations }: { stations: readonly RefusedStation[] }) => (
  <Board columns={REFUSED} lines={stations} keyOf={({ identity }) => identity} />
);

function RefusedCount({ station }: { station: RefusedStation }) {
  const { say, dateTime } = useWords();
  const { who } = useConsole();
  const { identity, reason, count, lastAt } = station;
  return (
    <>
      {say('stations.refusedCount', { count, at: dateTime(lastAt) })}{' '}
      {who?.may === 'act' && reason !== 'path not understood' && (
        <a href={`${STATIONS_PATH}/add?identity=${encodeURIComponent(identity)}`}>
          {say('stations.addThis')}
          <span className="vh"> {identity}</span>
        </a>
      )}
      <small>
        <RefusalReason refused={station} />
      </small>
    </>
  );
}

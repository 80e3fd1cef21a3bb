import type { ConnectionLine, SoldConnection } from '../../../../shared/console/stations.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Board, type Column } from '../../parts/Board.tsx';
import { connectionPath, rowOfConnection } from '../../parts/stationStyles.ts';

const COLUMNS: readonly Column<SoldConnection>[] = [
  { text: 'stations.col.partner', cell: connection => <Partner connection={connection} /> },
  { text: 'stations.col.state', looks: 'lab wide-s', cell: connection => <Works connection={connection} /> },
  { text: 'stations.col.exchange', looks: 'lab wide-s', cell: ({ lastExchangeAt }) => <At at={lastExchangeAt} /> },
  { text: 'stations.col.version', looks: 'lab wide-s', cell: ({ version }) => (version === null ? '–' : `OCPI ${version}`) },
  { text: 'stations.col.pulled', looks: 'lab wide-s', cell: ({ pulledAt }) => <At at={pulledAt} /> },
  { text: 'stations.col.sold', isFigure: true, looks: 'r lab wide-s', cell: ({ points }) => points },
  { text: 'stations.col.refusedAt', isFigure: true, looks: 'r lab wide-s', cell: ({ refused }) => refused },
];

/** Charge point operators that are connected by OCPI. */
export const ConnectionBoard = ({ connections }: { connections: readonly SoldConnection[] }) => (
  <Board columns={COLUMNS} lines={connections} keyOf={({ name }) => name} rowOf={rowOfConnection} />
);

const Partner = ({ connection: { name, partner, parties } }: { connection: SoldConnection }) => (
  <>
    <a href={connectionPath(name)}>
      <b>{partner || name}</b>
    </a>
    <small>{[...(partner ? [name] : []), ...parties].join(' · ')}</small>
  </>
);

const STATE_STYLES = {
  failing: { look: 'off', icon: 'circle-x' },
  active: { look: 'ok', icon: 'circle-check' },
  invited: { look: 'calm', icon: 'clock' },
  registering: { look: 'calm', icon: 'clock' },
  left: { look: 'calm', icon: 'ban' },
} as const;

/** Whether it works, with an icon and a word. */
export function Works({ connection }: { connection: Pick<ConnectionLine, 'state' | 'failingS' | 'undecided'> }) {
  const { state, failingS, undecided } = connection;
  const { say } = useWords();
  const word = state === 'active' && failingS > 0 ? 'failing' : state;
  const { look, icon } = STATE_STYLES[word];
  return (
    <span className={`st st--${look}`}>
      <Icon name={icon} />
      <span>
        {say(`stations.connection.${word}`)}
        {word === 'failing' && <small>{say('stations.connection.failingSince', { minutes: Math.ceil(failingS / 60) })}</small>}
        {undecided.length > 0 && <small>{say('stations.connection.undecided', { count: undecided.length })}</small>}
      </span>
    </span>
  );
}

export function At({ at }: { at: string | null }) {
  const { say, dateTime } = useWords();
  return <span className="num">{at === null ? say('stations.neverRead') : dateTime(at)}</span>;
}

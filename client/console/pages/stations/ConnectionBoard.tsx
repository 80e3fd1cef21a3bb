import type { ConnectionLine, SoldConnection } from '../../../../shared/console/stations.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Board, type Column } from '../../parts/Board.tsx';
import { connectionPath, rowOfConnection } from '../../parts/stationStyles.ts';

const COLUMNS: readonly Column<SoldConnection>[] = [
  { text: 'stations.col.partner', cell: connection => <Partner connection={connection} /> },
  { text: 'stations.col.state', className: 'lab wide-s', cell: connection => <Works connection={connection} /> },
  { text: 'stations.col.exchange', className: 'lab wide-s', cell: ({ lastExchangeAt }) => <At at={lastExchangeAt} /> },
  { text: 'stations.col.version', className: 'lab wide-s', cell: ({ version }) => (version === null ? '–' : `OCPI ${version}`) },
  { text: 'stations.col.pulled', className: 'lab wide-s', cell: ({ pulledAt }) => <At at={pulledAt} /> },
  { text: 'stations.col.sold', isFigure: true, className: 'r lab wide-s', cell: ({ points }) => points },
  { text: 'stations.col.refusedAt', isFigure: true, className: 'r lab wide-s', cell: ({ refused }) => refused },
];

/** Table of the CPOs that are connected by OCPI. */
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
  failing: { status: 'off', icon: 'circle-x' },
  active: { status: 'ok', icon: 'circle-check' },
  invited: { status: 'calm', icon: 'clock' },
  registering: { status: 'calm', icon: 'clock' },
  left: { status: 'calm', icon: 'ban' },
} as const;

/** The state of a connection, as an icon and a word. */
export function Works({ connection }: { connection: Pick<ConnectionLine, 'state' | 'failingS' | 'undecided'> }) {
  const { state, failingS, undecided } = connection;
  const { t } = useWords();
  const word = state === 'active' && failingS > 0 ? 'failing' : state;
  const { status, icon } = STATE_STYLES[word];
  return (
    <span className={`st st--${status}`}>
      <Icon name={icon} />
      <span>
        {t(`stations.connection.${word}`)}
        {word === 'failing' && <small>{t('stations.connection.failingSince', { minutes: Math.ceil(failingS / 60) })}</small>}
        {undecided.length > 0 && <small>{t('stations.connection.undecided', { count: undecided.length })}</small>}
      </span>
    </span>
  );
}

export function At({ at }: { at: string | null }) {
  const { t, dateTime } = useWords();
  return <span className="num">{at === null ? t('stations.neverRead') : dateTime(at)}</span>;
}

import type { PointLine } from '../../../../shared/console/stations.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Board, type Column } from '../../parts/Board.tsx';
import { plugStyle, pointPath, rowOfPoint } from '../../parts/stationStyles.ts';
import { usePlugWords } from '../../parts/usePlugWords.ts';
import { useSwitchedOffBy } from '../../parts/useSwitchedOffBy.ts';

const COLUMNS: readonly Column<PointLine>[] = [
  { text: 'stations.col.point', cell: point => <Name point={point} /> },
  { text: 'stations.col.plugs', className: 'wide-s', cell: point => <Plugs point={point} /> },
  { text: 'stations.col.since', className: 'hide-s', cell: point => <Since point={point} /> },
];

/** Table of charging points, with the state of each plug. */
export const PointBoard = ({ points }: { points: readonly PointLine[] }) => (
  <Board columns={COLUMNS} lines={points} keyOf={({ evseId }) => evseId} rowOf={rowOfPoint} />
);

const Name = ({ point: { evseId, street, city } }: { point: PointLine }) => (
  <>
    <a className="id" href={pointPath(evseId)}>
      <b>{evseId}</b>
    </a>
    <small>
      {street}, {city}
    </small>
  </>
);

/** The plugs of a point, each with its printed number and its state, as an icon and a word. */
function Plugs({ point: { plugs, off } }: { point: PointLine }) {
  const { t } = useWords();
  const switchedOffBy = useSwitchedOffBy();
  const write = usePlugWords();
  return (
    <>
      {off && (
        <span className="st st--warn">
          <Icon name="ban" />
          <span>
            {t('stations.off')}
            <small>{switchedOffBy(off)}</small>
          </span>
        </span>
      )}
      {plugs.map(plug => (
        <span key={plug.id} className={`st st--${plugStyle(plug).color}`}>
          <Icon name={plugStyle(plug).icon} />
          <span>{t('stations.plug', { number: plug.number, state: write(plug) })}</span>
        </span>
      ))}
    </>
  );
}

function Since({ point: { plugs } }: { point: PointLine }) {
  const { dateTime } = useWords();
  const last = plugs.map(({ since }) => since ?? '').reduce((a, b) => (a > b ? a : b), '');
  return <span className="num">{last === '' ? '–' : dateTime(last)}</span>;
}

import type { Report, ReportLocation, ReportPlug, ReportUse } from '../../../../shared/console/reports.ts';
import { HOUR_MS } from '../../../../shared/model/time.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column, FoldedBoard } from '../../parts/Board.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { ShareBar } from '../../parts/ShareBar.tsx';
import { pointPath } from '../../parts/stationStyles.ts';

/** The CSV file has all connectors. */
const MAX_LOCATIONS = 20;
/** The others are folded. */
const SHOWN_LOCATIONS = 6;
const MAX_PLUGS = 100;

/** Use of each address, and of each of its connectors. */
export function Locations({ report: { locations } }: { report: Report }) {
  const { t } = useWords();
  const [first] = locations;
  const plugs = locations.flatMap(({ place, plugs: own }) => own.map(plug => ({ ...plug, place })));
  const figures = useFigures();
  if (!first) return null;
  const locationColumns: readonly Column<ReportLocation>[] = [
    {
      text: 'reports.place',
      cell: ({ place, energyWh }) => (
        <>
          <b>{place || t('reports.place.unknown')}</b>
          <ShareBar percent={first.energyWh > 0 ? (energyWh / first.energyWh) * 100 : 0} kind="energy" />
        </>
      ),
    },
    ...figures,
  ];
  const plugColumns: readonly Column<ReportPlug & { place: string }>[] = [
    {
      text: 'reports.plug',
      cell: ({ evseId, connector, place, isOffered }) => (
        <>
          {isOffered ? (
            <a className="id" href={pointPath(evseId)}>
              {evseId}
            </a>
          ) : (
            <span className="id">{evseId}</span>
          )}{' '}
          {connector}
          <small>{place}</small>
        </>
      ),
    },
    ...figures,
  ];
  return (
    <Block name={t('reports.places')}>
      <p className="muted small">{t('reports.places.note')}</p>
      <FoldedBoard
        isSlim
        limit={SHOWN_LOCATIONS}
        more="reports.places.others"
        columns={locationColumns}
        lines={locations.slice(0, MAX_LOCATIONS)}
        keyOf={({ place }) => place}
      />
      <Folded text={t('reports.plugs', { count: plugs.length })}>
        <Board
          isSlim
          columns={plugColumns}
          lines={plugs.slice(0, MAX_PLUGS)}
          keyOf={({ evseId, connector }) => `${evseId} ${connector}`}
        />
      </Folded>
      {(locations.length > MAX_LOCATIONS || plugs.length > MAX_PLUGS) && (
        <p className="muted small">{t('reports.places.more')}</p>
      )}
    </Block>
  );
}

/** Rounds a share to one decimal, and a share below one per cent to two, so that rare use is not shown as none. */
const rounded = (percent: number): number => {
  const factor = percent < 1 ? 100 : 10;
  return Math.round(percent * factor) / factor;
};

/** The columns that locations and connectors have in common. */
function useFigures(): readonly Column<ReportUse & { occupiedPercent: number }>[] {
  const { decimal, percent } = useWords();
  return [
    { text: 'reports.sessions', isFigure: true, className: 'r', cell: ({ sessions }) => decimal(sessions) },
    { text: 'reports.kwh', isFigure: true, className: 'r', cell: ({ energyWh }) => decimal(Math.round(energyWh / 1000)) },
    {
      text: 'reports.occupiedHours',
      isFigure: true,
      className: 'r hide-s',
      cell: ({ occupiedMs }) => decimal(Math.round((occupiedMs / HOUR_MS) * 10) / 10),
    },
    {
      text: 'reports.occupiedShare',
      isFigure: true,
      className: 'r hide-s',
      cell: ({ occupiedPercent }) => percent(rounded(occupiedPercent)),
    },
  ];
}

import { POINT_FILTERS, type PointFilter, plugsIn } from '../../../../shared/console/plugGroups.ts';
import { STATION_FILTERS, type StationFilter, type Stations, type StationsQuery } from '../../../../shared/console/stations.ts';
import { addressOf } from '../../core/addressOf.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Field } from '../../parts/Field.tsx';
import { STATIONS_PATH } from '../../parts/stationStyles.ts';
import { ConnectionBoard } from './ConnectionBoard.tsx';
import { PointBoard } from './PointBoard.tsx';
import { RefusedBoard, StationBoard } from './StationBoard.tsx';

/** The lists of points with their plugs, OCPP stations, and OCPI connections, page by page. */
export const stationsPage: ConsolePage = {
  path: '/stations',
  tab: 'stations',
  async show({ operating, query }) {
    const stationsQuery = parseQuery(query);
    const stations = await operating.listStations(stationsQuery);
    return { title: 'stations.title', content: <StationsView request={stationsQuery} stations={stations} /> };
  },
};

function parseQuery({ is, find = '', after = '', station = '' }: Readonly<Record<string, string>>): StationsQuery {
  const filter = [...POINT_FILTERS, ...STATION_FILTERS].find(name => name === is);
  return {
    ...(filter ? { is: filter } : {}),
    ...(find.trim() === '' ? {} : { find: find.trim().slice(0, 60) }),
    ...(after === '' ? {} : { after }),
    ...(station === '' ? {} : { afterStation: station }),
  };
}

const listedAt = ({ is, find, after, afterStation }: StationsQuery): string =>
  addressOf(STATIONS_PATH, { is, find, after, station: afterStation });

interface StationsViewProps {
  request: StationsQuery;
  stations: Stations;
}

function StationsView({ request, stations }: StationsViewProps) {
  const { t } = useWords();
  const { kinds, plugs, points, refused, connections } = stations;
  const count = Object.values(plugs).reduce((total, each) => total + each, 0);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('stations.title')}</h1>
          <p>{t('stations.lead', { count })}</p>
        </div>
        {kinds.includes('ocpp') && <AddLink to="/add" text="stations.add" isMain />}
      </div>
      {kinds.includes('simulator') && <Simulated isAll={kinds.length === 1} />}
      <Filters request={request} stations={stations} />
      {stations.stations && <OcppStations request={request} stations={stations.stations} />}
      {refused.length > 0 && (
        <Block name={t('stations.refused')}>
          <RefusedBoard stations={refused} />
        </Block>
      )}
      {kinds.includes('ocpi') && listedAt(request) === STATIONS_PATH && (
        <Block name={t('stations.ocpi')} more={<AddLink to="/connect" text="stations.connect" />}>
          {connections.length === 0 ? (
            <p className="muted">{t('stations.noConnections')}</p>
          ) : (
            <ConnectionBoard connections={connections} />
          )}
        </Block>
      )}
      {points && <Points request={request} points={points} />}
    </>
  );
}

function AddLink({ to, text, isMain = false }: { to: string; text: 'stations.add' | 'stations.connect'; isMain?: boolean }) {
  const { t } = useWords();
  const { who } = useConsole();
  if (who?.may !== 'act') return null;
  return (
    <a className={isMain ? 'btn btn--primary' : undefined} href={STATIONS_PATH + to}>
      {t(text)}
    </a>
  );
}

function Simulated({ isAll }: { isAll: boolean }) {
  const { t } = useWords();
  return (
    <div className="note gap">
      <Icon name="info" />
      <div>
        <b>{t(isAll ? 'stations.simulated' : 'stations.someSimulated')}</b>
        <p>{t('stations.simulatedText')}</p>
      </div>
    </div>
  );
}

/** The filters of the lists. A filter shows its count only if the database can count without reading all rows. */
function Filters({ request, stations: { plugs, off, kinds } }: StationsViewProps) {
  const { t } = useWords();
  const filters: readonly (PointFilter | StationFilter | undefined)[] = [
    undefined,
    ...POINT_FILTERS,
    ...(kinds.includes('ocpp') ? STATION_FILTERS : []),
  ];
  const countOf = (is: (typeof filters)[number]): number | null => {
    if (is === 'off') return off;
    return is === undefined || STATION_FILTERS.some(name => name === is) ? null : plugsIn(is as PointFilter, plugs);
  };
  return (
    <nav className="filters" aria-label={t('stations.filters')}>
      {filters.map(is => (
        <a key={is ?? 'all'} href={listedAt(is ? { is } : {})} aria-current={is === request.is ? 'true' : undefined}>
          {is === request.is && <Icon name="check" />}
          {t(is ? `stations.is.${is}` : 'stations.all')} {countOf(is) !== null && <b>{countOf(is)}</b>}
        </a>
      ))}
    </nav>
  );
}

function Points({ request, points: { lines, after } }: { request: StationsQuery; points: NonNullable<Stations['points']> }) {
  const { t } = useWords();
  return (
    <Block name={t('stations.points')}>
      <Find request={request} />
      {lines.length === 0 ? <Nothing /> : <PointBoard points={lines} />}
      {after !== null && <More to={listedAt({ ...request, after })} />}
    </Block>
  );
}

function OcppStations({
  request,
  stations: { lines, after },
}: {
  request: StationsQuery;
  stations: NonNullable<Stations['stations']>;
}) {
  const { t } = useWords();
  const isAny = request.is === undefined && request.afterStation === undefined;
  return (
    <Block name={t('stations.ocpp')}>
      {lines.length === 0 && isAny && <p className="muted">{t('stations.noStations')}</p>}
      {lines.length === 0 && !isAny && <Nothing />}
      {lines.length > 0 && <StationBoard stations={lines} />}
      {after !== null && <More to={listedAt({ ...request, afterStation: after })} />}
    </Block>
  );
}

function More({ to }: { to: string }) {
  const { t } = useWords();
  return (
    <div className="pages">
      <a className="btn btn--quiet" href={to}>
        <Icon name="chevron-right" />
        {t('stations.more')}
      </a>
    </div>
  );
}

function Nothing() {
  const { t } = useWords();
  return (
    <div className="note">
      <Icon name="search" />
      <div>
        <b>{t('stations.nothing')}</b>
        <p>{t('stations.nothingText')}</p>
      </div>
    </div>
  );
}

function Find({ request: { find } }: { request: StationsQuery }) {
  const { t } = useWords();
  return (
    <form className="find gap" method="get" action={STATIONS_PATH}>
      <Field name="find" label="stations.find" hint="stations.findHint" value={find ?? ''} limit={60} />
      <button type="submit" className="btn btn--quiet">
        <Icon name="search" />
        {t('stations.findButton')}
      </button>
    </form>
  );
}

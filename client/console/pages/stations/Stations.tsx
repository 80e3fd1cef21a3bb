import {
  POINT_FILTERS,
  type PointFilter,
  STATION_FILTERS,
  type StationFilter,
  type Stations,
  type StationsQuery,
} from '../../../../shared/console/stations.ts';
import { addressOf } from '../../core/addressOf.ts';
import { useConsole } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Field } from '../../parts/Field.tsx';
import { plugsIn } from '../../parts/plugGroups.ts';
import { STATIONS_PATH } from '../../parts/stationStyles.ts';
import { ConnectionBoard } from './ConnectionBoard.tsx';
import { PointBoard } from './PointBoard.tsx';
import { RefusedBoard, StationBoard } from './StationBoard.tsx';

/** Everything that sells: points and plugs, stations, connections; some of it at a time. */
export const stationsPage: ConsolePage = {
  path: '/stations',
  tab: 'stations',
  async show({ operating, query }) {
    const stationsQuery = parseQuery(query);
    const stations = await operating.listStations(stationsQuery);
    return { title: 'stations.title', content: <StationsView ask={stationsQuery} stations={stations} /> };
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
  ask: StationsQuery;
  stations: Stations;
}

function StationsView({ ask, stations }: StationsViewProps) {
  const { say } = useWords();
  const { kinds, plugs, points, refused, connections } = stations;
  const count = Object.values(plugs).reduce((total, each) => total + each, 0);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{say('stations.title')}</h1>
          <p>{say('stations.lead', { count })}</p>
        </div>
        {kinds.includes('ocpp') && <AddLink to="/add" text="stations.add" isMain />}
      </div>
      {kinds.includes('simulator') && <Simulated isAll={kinds.length === 1} />}
      <Filters ask={ask} stations={stations} />
      {stations.stations && <OcppStations ask={ask} stations={stations.stations} />}
      {refused.length > 0 && (
        <Block name={say('stations.refused')}>
          <RefusedBoard stations={refused} />
        </Block>
      )}
      {kinds.includes('ocpi') && listedAt(ask) === STATIONS_PATH && (
        <Block name={say('stations.ocpi')} more={<AddLink to="/connect" text="stations.connect" />}>
          {connections.length === 0 ? (
            <p className="muted">{say('stations.noConnections')}</p>
          ) : (
            <ConnectionBoard connections={connections} />
          )}
        </Block>
      )}
      {points && <Points ask={ask} points={points} />}
    </>
  );
}

function AddLink({ to, text, isMain = false }: { to: string; text: 'stations.add' | 'stations.connect'; isMain?: boolean }) {
  const { say } = useWords();
  const { who } = useConsole();
  if (who?.may !== 'act') return null;
  return (
    <a className={isMain ? 'btn btn--primary' : undefined} href={STATIONS_PATH + to}>
      {say(text)}
    </a>
  );
}

function Simulated({ isAll }: { isAll: boolean }) {
  const { say } = useWords();
  return (
    <div className="note gap">
      <Icon name="info" />
      <div>
        <b>{say(isAll ? 'stations.simulated' : 'stations.someSimulated')}</b>
        <p>{say('stations.simulatedText')}</p>
      </div>
    </div>
  );
}

/** How many there are is said where it is known without reading them all. */
function Filters({ ask, stations: { plugs, off, kinds } }: StationsViewProps) {
  const { say } = useWords();
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
    <nav className="filters" aria-label={say('stations.filters')}>
      {filters.map(is => (
        <a key={is ?? 'all'} href={listedAt(is ? { is } : {})} aria-current={is === ask.is ? 'true' : undefined}>
          {is === ask.is && <Icon name="check" />}
          {say(is ? `stations.is.${is}` : 'stations.all')} {countOf(is) !== null && <b>{countOf(is)}</b>}
        </a>
      ))}
    </nav>
  );
}

function Points({ ask, points: { lines, after } }: { ask: StationsQuery; points: NonNullable<Stations['points']> }) {
  const { say } = useWords();
  return (
    <Block name={say('stations.points')}>
      <Find ask={ask} />
      {lines.length === 0 ? <Nothing /> : <PointBoard points={lines} />}
      {after !== null && <More to={listedAt({ ...ask, after })} />}
    </Block>
  );
}

function OcppStations({ ask, stations: { lines, after } }: { ask: StationsQuery; stations: NonNullable<Stations['stations']> }) {
  const { say } = useWords();
  const isAny = ask.is === undefined && ask.afterStation === undefined;
  return (
    <Block name={say('stations.ocpp')}>
      {lines.length === 0 && isAny && <p className="muted">{say('stations.noStations')}</p>}
      {lines.length === 0 && !isAny && <Nothing />}
      {lines.length > 0 && <StationBoard stations={lines} />}
      {after !== null && <More to={listedAt({ ...ask, afterStation: after })} />}
    </Block>
  );
}

function More({ to }: { to: string }) {
  const { say } = useWords();
  return (
    <div className="pages">
      <a className="btn btn--quiet" href={to}>
        <Icon name="chevron-right" />
        {say('stations.more')}
      </a>
    </div>
  );
}

function Nothing() {
  const { say } = useWords();
  return (
    <div className="note">
      <Icon name="search" />
      <div>
        <b>{say('stations.nothing')}</b>
        <p>{say('stations.nothingText')}</p>
      </div>
    </div>
  );
}

function Find({ ask: { find } }: { ask: StationsQuery }) {
  const { say } = useWords();
  return (
    <form className="find gap" method="get" action={STATIONS_PATH}>
      <Field name="find" label="stations.find" hint="stations.findHint" value={find ?? ''} most={60} />
      <button type="submit" className="btn btn--quiet">
        <Icon name="search" />
        {say('stations.findButton')}
      </button>
    </form>
  );
}

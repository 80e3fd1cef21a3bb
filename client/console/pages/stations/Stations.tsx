import { POINT_FILTERS, plugsIn } from '../../../../shared/console/plugGroups.ts';
import {
  type Site,
  type Sites,
  STATION_FILTERS,
  type Stations,
  type StationsQuery,
} from '../../../../shared/console/stations.ts';
import { Hatches } from '../../../components/figure/Hatches.tsx';
import { addressOf } from '../../core/addressOf.ts';
import { useIsOfBrand } from '../../core/ConsoleContext.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { FindForm } from '../../parts/FindForm.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { PlugFilters } from '../../parts/PlugSquares.tsx';
import { SiteList } from '../../parts/SiteList.tsx';
import { STATIONS_PATH } from '../../parts/stationStyles.ts';
import { ConnectionBoard } from './ConnectionBoard.tsx';
import { RefusedBoard, StationBoard } from './StationBoard.tsx';
import { AddLink, HeadLinks } from './StationLinks.tsx';

/** The sites with their plugs, those with trouble first; OCPP stations; and OCPI connections. */
export const stationsPage: ConsolePage = {
  path: '/stations',
  tab: 'stations',
  async show({ operating, query }) {
    const request = parseQuery(query);
    const isBySite = isWhole(request);
    const stations = await operating.listStations({ ...request, isBySite });
    const sites = isBySite ? await operating.getSites(query.place ? { after: query.place } : {}) : null;
    return { title: 'stations.title', content: <StationsView request={request} stations={stations} sites={sites} /> };
  },
};

/** All charging points as a CSV file. */
export const pointsFilePage: ConsolePage = {
  path: '/stations.csv',
  tab: 'stations',
  show: async ({ operating, query }) => ({
    file: await operating.exportPoints({ decimal: query.decimal === 'point' ? '.' : ',' }),
  }),
};

/** All OCPP stations as a CSV file. */
export const stationsFilePage: ConsolePage = {
  path: '/stations/ocpp.csv',
  tab: 'stations',
  async show({ operating, query }) {
    const file = await operating.exportStations({ decimal: query.decimal === 'point' ? '.' : ',' });
    return file && { file };
  },
};

/** Returns true if the request asks for no part of the lists. */
const isWhole = (request: StationsQuery): boolean => Object.keys(request).length === 0;

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
  /** All sites. Null: the request selects some points or stations. */
  sites: Sites | null;
}

function StationsView({ request, stations, sites }: StationsViewProps) {
  const { t } = useWords();
  const isOfBrand = useIsOfBrand();
  const { kinds, plugs, points, plugsAtPlaces, refused, connections } = stations;
  const count = POINT_FILTERS.reduce((total, group) => total + plugsIn(group, plugs), 0);
  return (
    <>
      <Hatches />
      <div className="page-head">
        <div>
          <h1>{t('stations.title')}</h1>
          <p className="wide-only">
            {t('stations.lead', { count })}
            {kinds.includes('simulator') && ` · ${t(kinds.length === 1 ? 'stations.simulated' : 'stations.someSimulated')}`}
          </p>
        </div>
        <HeadLinks hasOcpp={kinds.includes('ocpp')} />
      </div>
      <PlugFilters counts={plugs} chosen={POINT_FILTERS.find(group => group === request.is)} />
      <FindForm path={STATIONS_PATH} label="stations.find" value={request.find ?? ''} limit={60} isCompact />
      {sites && <AllSites sites={sites} />}
      {sites === null && points && <Points request={request} points={points} plugsAtPlaces={plugsAtPlaces} />}
      {stations.stations && <OcppStations request={request} stations={stations.stations} />}
      {refused.length > 0 && (
        <Block name={t('stations.refused')}>
          <RefusedBoard stations={refused} />
        </Block>
      )}
      {kinds.includes('ocpi') && sites && !isOfBrand && (
        <Block name={t('stations.ocpi')} more={<AddLink to="/connect" text="stations.connect" />}>
          {connections.length === 0 ? (
            <p className="muted">{t('stations.noConnections')}</p>
          ) : (
            <ConnectionBoard connections={connections} />
          )}
        </Block>
      )}
      <p className="gap">
        <a className="link" href={`${STATIONS_PATH}.csv`}>
          {t('stations.csv')}
        </a>
      </p>
    </>
  );
}

/** Number of sites in order that are shown at once. The others are folded. */
const SHOWN_SITES = 6;

function AllSites({ sites: { trouble, fine } }: { sites: Sites }) {
  const { t } = useWords();
  // Sites with a plug in use come first.
  const isBusy = ({ points }: Site) => points.some(({ plugs }) => plugs.some(({ group }) => group !== 'ready'));
  const sorted = [...fine.lines.filter(isBusy), ...fine.lines.filter(place => !isBusy(place))];
  const [shown, folded] = [sorted.slice(0, SHOWN_SITES), sorted.slice(SHOWN_SITES)];
  return (
    <>
      {trouble.length > 0 && (
        <Block name={t('stations.trouble')}>
          <SiteList sites={trouble} />
        </Block>
      )}
      <Block
        name={t('stations.fine')}
        more={<span className="muted small">{t('stations.places', { count: fine.lines.length })}</span>}
      >
        <SiteList sites={shown} />
        {folded.length > 0 && (
          <Folded text={t('stations.morePlaces', { count: folded.length })}>
            <SiteList sites={folded} />
          </Folded>
        )}
        {fine.after !== null && <More to={addressOf(STATIONS_PATH, { place: fine.after })} />}
      </Block>
    </>
  );
}

/** The points that match a filter or a search text, by place. */
function Points({
  request,
  points: { lines, after },
  plugsAtPlaces,
}: { request: StationsQuery; points: NonNullable<Stations['points']> } & Pick<Stations, 'plugsAtPlaces'>) {
  const { t } = useWords();
  const bySite = Map.groupBy(lines, ({ city, street }) => `${city}, ${street}`);
  const sites = [...bySite].map(([place, points]) => ({ place, points }));
  const only = POINT_FILTERS.find(group => group === request.is);
  return (
    <Block name={t('stations.found')} more={<a href={STATIONS_PATH}>{t('stations.showAll')}</a>}>
      {lines.length === 0 ? <Nothing request={request} /> : <SiteList sites={sites} only={only} plugsAtPlaces={plugsAtPlaces} />}
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
      <nav className="filters" aria-label={t('stations.filters')}>
        {[undefined, ...STATION_FILTERS].map(is => (
          <a key={is ?? 'all'} href={listedAt(is ? { is } : {})} aria-current={is === request.is ? 'true' : undefined}>
            {is === request.is && <Icon name="check" />}
            {t(is ? `stations.is.${is}` : 'stations.all')}
          </a>
        ))}
      </nav>
      {lines.length === 0 && isAny && <p className="muted">{t('stations.noStations')}</p>}
      {lines.length === 0 && !isAny && <Nothing request={request} />}
      {lines.length > 0 && <StationBoard stations={lines} />}
      {after !== null && <More to={listedAt({ ...request, afterStation: after })} />}
      {lines.length > 0 && (
        <p className="gap">
          <a className="link" href={`${STATIONS_PATH}/ocpp.csv`}>
            {t('stations.ocppCsv')}
          </a>
        </p>
      )}
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

/** Says that nothing was found, in the words of the filter or of the search. */
function Nothing({ request: { is, find } }: { request: StationsQuery }) {
  const { t } = useWords();
  return (
    <div className="note">
      <Icon name="search" />
      <div>
        <b>{is ? t(`stations.none.${is}`) : t('stations.nothing')}</b>
        {find !== undefined && <p>{t('stations.nothingText')}</p>}
      </div>
    </div>
  );
}

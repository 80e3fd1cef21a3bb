import type { PlugGroup } from '../../../shared/console/plugGroups.ts';
import type { PointLine, Site } from '../../../shared/console/stations.ts';
import { Icon, type IconName } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { pointPath } from './stationStyles.ts';
import { useSwitchedOffBy } from './useSwitchedOffBy.ts';

interface SiteListProps {
  sites: readonly Site[];
  /** Only plugs of this group are shown. Absent: all plugs. */
  only?: PlugGroup | undefined;
  /** Number of plugs at each place, if the list is the result of a search or filter, which says why a point is disabled. */
  plugsAtPlaces?: Readonly<Record<string, number>> | undefined;
}

/** Sites with their plugs as tiles. */
export const SiteList = ({ sites, only, plugsAtPlaces }: SiteListProps) => (
  <div className="places">
    {sites.map(place => (
      <SiteTiles key={place.place} place={place} only={only} plugsAtPlaces={plugsAtPlaces} />
    ))}
  </div>
);

function SiteTiles({ place: { place, points }, only, plugsAtPlaces }: Omit<SiteListProps, 'sites'> & { place: Site }) {
  const { t } = useWords();
  const switchedOffBy = useSwitchedOffBy();
  const [first] = points;
  const plugs = points.flatMap(point => point.plugs.map(plug => ({ point, plug })));
  const shown = only === undefined ? plugs : plugs.filter(({ plug }) => plug.group === only);
  const count = plugsAtPlaces?.[place] ?? plugs.length;
  const sorted = shown.toSorted((one, other) => Number(isTrouble(other.plug.group)) - Number(isTrouble(one.plug.group)));
  return (
    <section className="place">
      <div>
        <h3>{first?.street ?? place}</h3>
        <p>
          {first && `${first.postalCode} ${first.city} · `}
          {shown.length === count ? t('today.plugs', { count }) : t('stations.shownPlugs', { shown: shown.length, count })}
        </p>
      </div>
      <ul className="tiles">
        {sorted.map(({ point, plug }) => (
          <li key={`${point.evseId} ${plug.id}`} className={isWide(plug) ? 'is-wide' : undefined}>
            <Tile point={point} plug={plug} />
          </li>
        ))}
      </ul>
      {plugsAtPlaces && (
        <ul className="place__ids">
          {points.map(
            ({ evseId, off }) =>
              off && (
                <li key={evseId}>
                  <span className="id">{evseId}</span> · {t('stations.off')} {switchedOffBy(off)}
                </li>
              ),
          )}
        </ul>
      )}
    </section>
  );
}

const isTrouble = (group: PlugGroup): boolean => group === 'out' || group === 'offline' || group === 'off';

/** Returns true if the words of a tile need the width of two tiles. */
const isWide = ({ group, kind }: TileProps['plug']): boolean =>
  isTrouble(group) || group === 'waiting' || kind === 'domestic' || kind === 'unknown';

const ICONS: Readonly<Record<PlugGroup, IconName>> = {
  ready: 'check',
  busy: 'zap',
  others: 'users',
  waiting: 'pause',
  out: 'ban',
  offline: 'wifi-off',
  off: 'ban',
};

interface TileProps {
  point: PointLine;
  plug: PointLine['plugs'][number];
}

/** One plug with its printed number, kind, rated power, state, and EVSE ID. The tile leads to the page of the plug's point. */
function Tile({ point: { evseId, off, openFaults }, plug }: TileProps) {
  const { t, decimal } = useWords();
  return (
    <a className={`tile tile--${plug.group}`} href={pointPath(evseId)}>
      <span className={`tile__no tile__no--${plug.group}`}>{plug.number}</span>
      <span>
        <b>
          {t(`session.plug.${plug.kind}`)}{' '}
          <span className="dim">
            {decimal(plug.powerW / 1000)}
            {'\u00a0'}kW
          </span>
        </b>
        <small>
          <Icon name={ICONS[plug.group]} />
          <State plug={plug} offAt={off?.at ?? null} />
        </small>
        {openFaults > 0 && (
          <small className="tile__faults">
            <Icon name="circle-alert" />
            {t('stations.openFaults', { count: openFaults })}
          </small>
        )}
        <small className="id">{evseId}</small>
      </span>
    </a>
  );
}

/** The state of a plug, with its power while a session is active, or since when the plug has been in trouble. */
function State({ plug: { state, group, since, chargingW }, offAt }: Pick<TileProps, 'plug'> & { offAt: string | null }) {
  const { t, power, when } = useWords();
  if (chargingW !== null && chargingW > 0 && group === 'busy') return power(chargingW);
  if (group === 'ready') return t(state === 'preparing' ? 'stations.state.preparing' : 'stations.is.ready');
  if (group === 'others') return t('stations.state.occupied');
  const word = group === 'off' ? t('stations.off') : t(`stations.state.${state}`);
  const at = group === 'off' ? offAt : since;
  return group === 'busy' || state === 'never-connected' || at === null
    ? word
    : t('stations.stateSince', { state: word, at: when(at) });
}

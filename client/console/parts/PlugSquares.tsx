import { type PlugGroup, POINT_FILTERS, plugsIn } from '../../../shared/console/plugGroups.ts';
import type { PlugOverview } from '../../../shared/console/today.ts';
import { addressOf } from '../core/addressOf.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { pointPath, STATIONS_PATH } from './stationStyles.ts';

/** All plugs as squares that differ in shape and colour, each with a link to its point. */
export function PlugSquares({ squares }: { squares: PlugOverview['squares'] }) {
  const { t } = useWords();
  return (
    <ul className="squares">
      {squares.map(({ evseId, number, group }) => (
        <li key={`${evseId} ${number}`}>
          <a href={pointPath(evseId)}>
            <PlugSquare group={group} />
            <span className="vh">
              {evseId} {t('stations.plug', { number, state: t(`stations.is.${group}`, { count: 1 }) })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Marks inside the square, in addition to its fill: a cross for a plug out of order, a line for one that staff switched off. */
const MARKS: Readonly<Partial<Record<PlugGroup, string>>> = { out: 'M7.5 7.5l9 9M16.5 7.5l-9 9', off: 'M6 18L18 6' };

function PlugSquare({ group }: { group: PlugGroup }) {
  const mark = MARKS[group];
  return (
    <svg viewBox="0 0 24 24" className={`square square--${group}`} aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="22" height="22" rx="3" />
      {mark && <path d={mark} />}
    </svg>
  );
}

interface PlugCountsProps {
  /** Number of plugs per state. */
  counts: Readonly<Record<string, number>>;
}

interface PlugFiltersProps extends PlugCountsProps {
  /** The group of which the list below shows the plugs. Undefined: the list shows all plugs. */
  chosen: string | undefined;
}

/** The number of plugs in each group of states, with a link to their list. Groups without plugs are left out. */
export function PlugCounts({ counts }: PlugCountsProps) {
  const { t } = useWords();
  return (
    <ul className="plug-counts">
      {groupsIn(counts).map(({ group, count }) => (
        <li key={group}>
          <a href={addressOf(STATIONS_PATH, { is: group })}>
            <PlugSquare group={group} />
            <span>
              <b>{count}</b> {t(`stations.is.${group}`, { count })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The same groups as filters of the list below, and all plugs as the first one. */
export function PlugFilters({ counts, chosen }: PlugFiltersProps) {
  const { t } = useWords();
  const groups = groupsIn(counts, chosen);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav className="filters filters--row plug-filters" aria-label={t('stations.col.plugs')}>
      {[{ group: undefined, count: total }, ...groups].map(({ group, count }) => (
        <a
          key={group ?? 'all'}
          href={addressOf(STATIONS_PATH, group ? { is: group } : {})}
          aria-current={group === chosen ? 'true' : undefined}
        >
          {group === chosen && <Icon name="check" />}
          {group && <PlugSquare group={group} />}
          <span>
            {group ? t(`stations.is.${group}`, { count }) : t('stations.all')} <b>{count}</b>
          </span>
        </a>
      ))}
    </nav>
  );
}

const groupsIn = (counts: PlugCountsProps['counts'], chosen?: string) =>
  POINT_FILTERS.map(group => ({ group, count: plugsIn(group, counts) })).filter(
    ({ group, count }) => group === 'ready' || group === chosen || count > 0,
  );

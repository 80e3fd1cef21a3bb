import { type PlugGroup, plugsIn } from '../../../shared/console/plugGroups.ts';
import type { PlugOverview } from '../../../shared/console/today.ts';
import { addressOf } from '../core/addressOf.ts';
import { useWords } from '../core/translations.ts';
import { pointPath, STATIONS_PATH } from './stationStyles.ts';

/** All plugs as squares that differ in shape and colour, each with a link to its point. */
export function PlugSquares({ squares }: { squares: PlugOverview['squares'] }) {
  const { t } = useWords();
  return (
    <ul className="squares">
      {squares.map(({ evseId, number, group, isOurs }) => (
        <li key={`${evseId} ${number}`}>
          <a href={pointPath(evseId)}>
            <PlugSquare state={group === 'busy' && !isOurs ? 'elsewhere' : group} />
            <span className="vh">
              {evseId}{' '}
              {t('stations.plug', {
                number,
                state: group === 'busy' && !isOurs ? t('today.plugs.elsewhere') : t(`stations.is.${group}`),
              })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Marks inside the square, in addition to its fill: a cross for a plug out of order, a line for one that staff switched off. */
const MARKS: Readonly<Partial<Record<SquareState, string>>> = { out: 'M7.5 7.5l9 9M16.5 7.5l-9 9', off: 'M6 18L18 6' };

/** A busy plug without a session of this shop differs from one with a session. */
type SquareState = PlugGroup | 'elsewhere';

function PlugSquare({ state }: { state: SquareState }) {
  const mark = MARKS[state];
  return (
    <svg viewBox="0 0 24 24" className={`square square--${state}`} aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="22" height="22" rx="3" />
      {mark && <path d={mark} />}
    </svg>
  );
}

interface PlugCountsProps {
  groups: readonly PlugGroup[];
  /** Number of plugs per state. */
  counts: Readonly<Record<string, number>>;
  /** Number of busy plugs that are counted apart, because they are in no session of this shop. Undefined: none is. */
  elsewhere?: number;
  /** The group of which the list below shows the plugs. Undefined: the list shows all plugs. */
  chosen?: string | undefined;
}

/** The number of plugs in each group of states, with a link to their list. Groups without plugs are left out. */
export function PlugCounts({ groups, counts, chosen, elsewhere }: PlugCountsProps) {
  const { t } = useWords();
  const busyHere = plugsIn('busy', counts) - (elsewhere ?? 0);
  const partsOf = (group: PlugGroup): { group: PlugGroup; state: SquareState; count: number; name: string }[] => {
    if (group !== 'busy' || elsewhere === undefined)
      return [{ group, state: group, count: plugsIn(group, counts), name: t(`stations.is.${group}`) }];
    const busy: ReturnType<typeof partsOf> = [
      { group, state: group, count: busyHere, name: t('today.plugs.ours', { count: busyHere }) },
      { group, state: 'elsewhere', count: elsewhere, name: t('today.plugs.elsewhere') },
    ];
    return busy.filter(({ count }) => count > 0);
  };
  return (
    <ul className="plug-counts">
      {groups
        .filter(group => group === 'ready' || group === chosen || plugsIn(group, counts) > 0)
        .flatMap(group => partsOf(group))
        .map(({ group, state, count, name }) => (
          <li key={state}>
            <a
              href={addressOf(STATIONS_PATH, group === chosen ? {} : { is: group })}
              aria-current={group === chosen ? 'true' : undefined}
            >
              <PlugSquare state={state} />
              <span>
                <b>{count}</b> {name}
              </span>
            </a>
          </li>
        ))}
    </ul>
  );
}

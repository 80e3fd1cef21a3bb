import type { PlugGroup } from '../../../shared/console/plugGroups.ts';
import type { OperatedPoint } from '../../../shared/console/point.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { useWords } from '../core/translations.ts';
import { anchorOf } from './barShapes.ts';
import { Folded } from './Folded.tsx';
import { Legend } from './Legend.tsx';
import { countKnownDays, type ShownChange, stretchesOf } from './uptime.ts';

const SHOWN: readonly PlugGroup[] = ['ready', 'busy', 'waiting', 'out', 'offline', 'off'];
const HOURS = [0, 6, 12, 18, 24] as const;
/** Maximum number of changes in the table of a plug, the newest ones. */
const MAX_ROWS = 50;

interface UptimeStripProps extends Pick<OperatedPoint, 'days'> {
  histories: readonly { plug: string; changes: Changes }[];
}

/** The states of each plug as a strip per day, with the changes as a table. Days before the first known state are left out. */
export function UptimeStrip({ days: allDays, histories }: UptimeStripProps) {
  const { t } = useWords();
  const { now } = useConsole();
  const all = histories.map(({ changes }) => changes);
  const first = allDays.findIndex(day => countKnownDays([day], all, now) > 0);
  const days = allDays.slice(Math.max(0, first));
  return (
    <>
      {histories.map(({ plug, changes }) => (
        <figure key={plug} className="uptime">
          {histories.length > 1 && <h3>{t('stations.plugName', { number: plug })}</h3>}
          <Strip days={days} changes={changes} />
          <Changes plug={plug} changes={changes} />
        </figure>
      ))}
      {first > 0 && <p className="small muted">{t('stations.point.unknownBefore')}</p>}
      <Legend
        entries={[
          ...SHOWN.map(group => ({
            fill: `state state--${group}`,
            text: t(group === 'busy' ? 'stations.state.occupied' : `stations.is.${group}`, { count: 1 }),
          })),
          { fill: 'state', text: t('stations.state.unknown') },
        ]}
      />
    </>
  );
}

type Changes = readonly ShownChange[];

/** The days from top to bottom, each with its hours from left to right. Hidden from screen readers, which read the table. */
function Strip({ days, changes }: Pick<OperatedPoint, 'days'> & { changes: Changes }) {
  const { dayAndMonth } = useWords();
  const { now } = useConsole();
  return (
    <div aria-hidden="true">
      {days.map(day => (
        <div key={day.from} className="uptime__day">
          <span>{dayAndMonth(day.from)}</span>
          <svg focusable="false" aria-hidden="true">
            <rect className="state" width="100%" height="100%" />
            {stretchesOf(day, changes, now).map(({ group, x, width }) => (
              <rect key={x} className={`state state--${group}`} x={`${x}%`} width={`${width}%`} height="100%" />
            ))}
          </svg>
        </div>
      ))}
      <div className="uptime__day">
        <span />
        <svg focusable="false" aria-hidden="true">
          {HOURS.map(hour => (
            <text key={hour} x={`${(hour / 24) * 100}%`} y="1em" textAnchor={anchorOf(hour, 24)}>
              {hour}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}

function Changes({ plug, changes }: { plug: string; changes: Changes }) {
  const { t, dateTime } = useWords();
  const shown = [...changes].reverse().slice(0, MAX_ROWS);
  if (shown.length === 0) return <p className="small muted">{t('stations.point.noChanges')}</p>;
  return (
    <Folded
      text={
        <>
          {t('frame.asTable')}
          <span className="vh">: {t('stations.plugName', { number: plug })}</span>
        </>
      }
    >
      <table className="board board--tight">
        <thead>
          <tr>
            <th scope="col">{t('stations.point.from')}</th>
            <th scope="col">{t('stations.col.state')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ at, state, fault }) => (
            <tr key={at}>
              <th scope="row">{dateTime(at)}</th>
              <td>
                {t(state === 'off' ? 'stations.off' : `stations.state.${state}`)}
                {fault && <small>{fault}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Folded>
  );
}

import { Fragment } from 'react';
import type { Today } from '../../../shared/console/operating.ts';
import { POINT_FILTERS, plugsIn } from '../../../shared/console/plugGroups.ts';
import type { SessionLine } from '../../../shared/console/sessions.ts';
import type { HealthLine, LongPause } from '../../../shared/console/today.ts';
import { Hatches } from '../../components/figure/Hatches.tsx';
import type { ConsolePage } from '../core/consolePage.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { AttentionItem } from '../parts/AttentionItem.tsx';
import { Block } from '../parts/Block.tsx';
import { BusinessToday } from '../parts/BusinessToday.tsx';
import { GoingList } from '../parts/GoingList.tsx';
import { PlugCounts, PlugSquares } from '../parts/PlugSquares.tsx';
import { SessionList } from '../parts/SessionList.tsx';
import { connectionPath, STATIONS_PATH } from '../parts/stationStyles.ts';
import { Works } from './stations/ConnectionBoard.tsx';

/**
 * The start page of the console: open alerts, plugs, today's energy and money, and active sessions. People who are limited to one
 * brand start with the sessions.
 */
export const todayPage: ConsolePage = {
  path: '/',
  tab: 'today',
  async show({ operating, who }) {
    if (who.brand !== undefined) return { go: '/operator/sessions' };
    const today = await operating.getToday();
    // While few are charging, the latest sessions fill the column.
    const { lines } = today.goingCount < FEW ? await operating.listSessions({}) : { lines: [] };
    const isGoing = ({ number }: SessionLine) => today.going.some(each => each.number === number);
    const latest = lines.filter(line => !isGoing(line)).slice(0, LATEST);
    return { title: 'frame.nav.today', content: <TodayView today={today} latest={latest} /> };
  },
};

/** Number of latest sessions on the page, which are shown with fewer than `FEW` active ones. */
const LATEST = 6;
const FEW = 4;

/** With open alerts, these come first. Without, the figures of the day come first, so that no column is empty. */
function TodayView({ today, latest }: GoingProps) {
  const { at, attention, business, goingCount } = today;
  const isQuiet = attention.length === 0;
  const figures = <BusinessToday business={business} at={at} goingCount={goingCount} />;
  return (
    <>
      <Hatches />
      <Head today={today} />
      {isQuiet && <Quiet today={today} />}
      {isQuiet && figures}
      <div className="cols">
        <div>{isQuiet ? <Going today={today} latest={latest} /> : <NeedsAttention today={today} />}</div>
        <div>
          <Plugs plugs={today.plugs} />
          <Connections connections={today.connections} />
          <Health lines={today.health} />
        </div>
      </div>
      {!isQuiet && figures}
      {!isQuiet && <Going today={today} latest={latest} />}
    </>
  );
}

function Head({ today: { at, attention } }: { today: Today }) {
  const { t, dateTime, weekday } = useWords();
  const count = attention.length;
  return (
    <div className="page-head">
      <div>
        <h1>{t('frame.nav.today')}</h1>
        <p>
          {weekday(at)}, {dateTime(at)}
          {count > 0 && ` · ${t('today.lead', { count })}`}
        </p>
      </div>
      <a className="btn btn--quiet wide-only" href="/operator">
        <Icon name="rotate-cw" />
        {t('today.reload')}
      </a>
    </div>
  );
}

function Quiet({ today: { longPauses, plugs } }: { today: Today }) {
  const { t } = useWords();
  return (
    <div className="calm">
      <Icon name="circle-check" />
      <div>
        <b>{t('today.none')}</b>{' '}
        {(['out', 'offline'] as const)
          .map(group => ({ group, count: plugsIn(group, plugs.counts) }))
          .filter(({ count }) => count > 0)
          .map(({ group, count }) => (
            <Fragment key={group}>
              <a href={`${STATIONS_PATH}?is=${group}`}>{t(`today.plugs.${group}`, { count })}</a>{' '}
            </Fragment>
          ))}
        <LongPauses sessions={longPauses} />
        <a href="/operator/attention">{t('today.closed')}</a>
      </div>
    </div>
  );
}

/** Names the sessions that have been paused for hours and whose amounts are still held. */
function LongPauses({ sessions }: { sessions: readonly LongPause[] }) {
  const { t, dateTime, money } = useWords();
  if (sessions.length === 0) return null;
  return (
    <>
      {t('today.pauses', { count: sessions.length })}
      <ul>
        {sessions.map(({ number, evseId, place, pausedAt, heldMinor, currency }) => (
          <li key={number}>
            <a href={`/operator/sessions/${number}`}>
              {t('today.pause', {
                ...{ place: place?.street ?? evseId, plug: place?.plug ?? '–' },
                ...{ at: dateTime(pausedAt), amount: money(heldMinor ?? 0, currency) },
              })}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function NeedsAttention({ today: { at, attention, longPauses } }: { today: Today }) {
  const { t } = useWords();
  const name = (
    <>
      {t('today.needs')} <span className="count">{attention.length}</span>
    </>
  );
  return (
    <Block name={name} more={<a href="/operator/attention">{t('today.closed')}</a>}>
      {attention.map(item => (
        <AttentionItem key={item.id} item={item} at={at} />
      ))}
      {longPauses.length > 0 && (
        <div className="calm calm--pause">
          <Icon name="pause" />
          <div>
            <LongPauses sessions={longPauses} />
          </div>
        </div>
      )}
    </Block>
  );
}

function Plugs({ plugs: { counts, squares, isPartial } }: Pick<Today, 'plugs'>) {
  const { t } = useWords();
  const count = POINT_FILTERS.reduce((sum, group) => sum + plugsIn(group, counts), 0);
  return (
    <Block name={t('today.plugs', { count })} more={<a href={STATIONS_PATH}>{t('today.byPlace')}</a>}>
      <PlugSquares squares={squares} />
      {isPartial && <p className="small muted">{t('today.partial')}</p>}
      <PlugCounts counts={counts} />
    </Block>
  );
}

/** The CPOs that are connected by OCPI, with the state of each connection. */
function Connections({ connections }: { connections: Today['connections'] }) {
  const { t } = useWords();
  if (connections.length === 0) return null;
  return (
    <Block name={t('stations.today.connections')}>
      <dl className="rows">
        {connections.map(connection => (
          <div key={connection.name}>
            <dt>
              <a href={connectionPath(connection.name)}>{connection.partner || connection.name}</a>
              {connection.partner && <small>{connection.name}</small>}
            </dt>
            <dd>
              <Works connection={connection} />
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

const HEALTH_ICONS = { warn: 'triangle-alert', off: 'circle-x' } as const;

/** The state of the system. Only a line that needs attention has an icon. */
function Health({ lines }: { lines: readonly HealthLine[] }) {
  const { t, text } = useWords();
  return (
    <Block name={t('today.health.title')}>
      <dl className="rows">
        {lines.map(({ name, says, status }) => (
          <div key={name.key}>
            <dt>{text(name)}</dt>
            <dd>
              {status === 'ok' ? (
                text(says)
              ) : (
                <span className={`st st--${status}`}>
                  <Icon name={HEALTH_ICONS[status]} />
                  <span>{text(says)}</span>
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

interface GoingProps {
  today: Today;
  latest: readonly SessionLine[];
}

function Going({ today: { going, goingCount }, latest }: GoingProps) {
  const { t } = useWords();
  const name = (
    <>
      {t('today.now')} <span className="dim">{goingCount}</span>
    </>
  );
  return (
    <>
      <Block name={name} more={<a href="/operator/sessions?is=going">{t('today.allSessions')}</a>}>
        {going.length === 0 ? <p className="muted">{t('today.nothingNow')}</p> : <GoingList sessions={going} />}
        {goingCount > going.length && (
          <p className="small">
            <a href="/operator/sessions?is=going">{t('today.more', { count: goingCount - going.length })}</a>
          </p>
        )}
      </Block>
      {latest.length > 0 && (
        <Block name={t('stations.point.sessions')}>
          <SessionList lines={latest} hasDays />
        </Block>
      )}
    </>
  );
}

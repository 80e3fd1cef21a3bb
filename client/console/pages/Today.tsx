import type { MoneyToday, Sum } from '../../../shared/console/moneyToday.ts';
import type { HealthLine, Today } from '../../../shared/console/operating.ts';
import type { PlugGroup } from '../../../shared/console/stations.ts';
import type { ConsolePage } from '../core/consolePage.ts';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { AttentionItem } from '../parts/AttentionItem.tsx';
import { Block } from '../parts/Block.tsx';
import { plugsIn } from '../parts/plugGroups.ts';
import { SessionBoard } from '../parts/SessionBoard.tsx';
import { connectionPath, STATIONS_PATH } from '../parts/stationStyles.ts';
import { Works } from './stations/ConnectionBoard.tsx';

/** The start page of the console: open alerts, today's payments and current sessions. */
export const todayPage: ConsolePage = {
  path: '/',
  tab: 'today',
  show: async ({ operating }) => ({ title: 'frame.nav.today', content: <TodayView today={await operating.getToday()} /> }),
};

function TodayView({ today }: { today: Today }) {
  const { t, dateTime } = useWords();
  const count = today.attention.length;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t('frame.nav.today')}</h1>
          <p>
            {dateTime(today.at)} · {count === 0 ? t('today.none') : t('today.lead', { count })}
          </p>
        </div>
        <a className="btn btn--quiet wide-only" href="/operator">
          <Icon name="rotate-cw" />
          {t('today.reload')}
        </a>
      </div>
      <div className="cols">
        <div>
          <Block name={<NeedsAttention count={count} />}>
            {today.attention.map(item => (
              <AttentionItem key={item.id} item={item} />
            ))}
            {count === 0 && (
              <div className="note note--success">
                <Icon name="circle-check" />
                <div>
                  <b>{t('today.none')}</b>
                </div>
              </div>
            )}
          </Block>
        </div>
        <div>
          <Plugs plugs={today.plugs} />
          <Connections connections={today.connections} />
          <Health lines={today.health} />
        </div>
      </div>
      {today.money.map(money => (
        <Money key={money.currency} money={money} />
      ))}
      <Block name={t('today.now')} more={<a href="/operator/sessions">{t('today.allSessions')}</a>}>
        {today.now.length === 0 ? (
          <p className="muted">{t('today.nothingNow')}</p>
        ) : (
          <SessionBoard lines={today.now} name={t('today.now')} />
        )}
      </Block>
    </>
  );
}

function NeedsAttention({ count }: { count: number }) {
  const { t } = useWords();
  return (
    <>
      {t('today.needs')} {count > 0 && <span className="count">{count}</span>}
    </>
  );
}

const GROUPS = [
  { group: 'ready', status: 'ok', icon: 'circle-check' },
  { group: 'busy', status: 'busy', icon: 'zap' },
  { group: 'out', status: 'off', icon: 'circle-x' },
  { group: 'offline', status: 'off', icon: 'wifi-off' },
  { group: 'unknown', status: 'warn', icon: 'info' },
  { group: 'off', status: 'warn', icon: 'ban' },
] as const satisfies readonly { group: PlugGroup; [more: string]: unknown }[];

function Plugs({ plugs }: { plugs: Today['plugs'] }) {
  const { t } = useWords();
  return (
    <Block name={t('frame.nav.stations')} more={<a href={STATIONS_PATH}>{t('stations.title')}</a>}>
      <dl className="rows">
        {GROUPS.map(({ group, status, icon }) => (
          <div key={group}>
            <dt>
              <a href={`${STATIONS_PATH}?is=${group}`}>{t(`stations.is.${group}`)}</a>
            </dt>
            <dd>
              <span className={`st st--${status}`}>
                <Icon name={icon} />
                <span>{plugsIn(group, plugs)}</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
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

const HEALTH_ICONS = { ok: 'circle-check', warn: 'triangle-alert', off: 'circle-x' } as const;

function Health({ lines }: { lines: readonly HealthLine[] }) {
  const { t, text } = useWords();
  return (
    <Block name={t('today.health.title')}>
      <dl className="rows">
        {lines.map(({ name, says, status }) => (
          <div key={name.key}>
            <dt>{text(name)}</dt>
            <dd>
              <span className={`st st--${status}`}>
                <Icon name={HEALTH_ICONS[status]} />
                <span>{text(says)}</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Block>
  );
}

/** Today's amounts that were held, captured, released and refunded, and whether they add up. */
function Money({ money: { currency, held, captured, released, stillHeld, refunded, addsUp } }: { money: MoneyToday }) {
  const { t, money } = useWords();
  const steps: readonly { name: 'held' | 'captured' | 'released' | 'still' | 'refunded'; sum: Sum; status: string }[] = [
    { name: 'held', sum: held, status: 'is-full' },
    { name: 'captured', sum: captured, status: 'is-full' },
    { name: 'released', sum: released, status: 'is-full' },
    { name: 'still', sum: stillHeld, status: 'is-open' },
    { name: 'refunded', sum: refunded, status: 'is-open' },
  ];
  const amount = ({ amountMinor }: Sum) => money(amountMinor, currency);
  return (
    <Block name={t('today.money.title')}>
      <dl className="flow">
        {steps.map(({ name, sum, status }) => (
          <div key={name} className={status}>
            <dt>
              {t(`today.money.${name}`)}
              <small>{t('today.money.count', { count: sum.count })}</small>
            </dt>
            <dd>{amount(sum)}</dd>
          </div>
        ))}
      </dl>
      <p className="sum">
        <Icon name={addsUp ? 'circle-check' : 'triangle-alert'} />
        <span>
          {t(addsUp ? 'today.money.addsUp' : 'today.money.differs')}: {amount(captured)} + {amount(released)} +{' '}
          {amount(stillHeld)}
          {addsUp ? ' = ' : ' ≠ '}
          {amount(held)}
        </span>
      </p>
    </Block>
  );
}

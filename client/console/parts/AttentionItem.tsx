import type { Attention } from '../../../shared/console/operating.ts';
import type { WaitingPrice } from '../../../shared/console/prices.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/model/time.ts';
import { Icon, type IconName } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { AttentionActs } from './AttentionActs.tsx';
import { attentionPath } from './attentionPath.ts';

/** Alerts with an icon of their own. */
const ICONS: readonly { kinds: RegExp; icon: IconName }[] = [
  { kinds: /^mail|^forward|letter|receipts/, icon: 'mail' },
  { kinds: /^withdrawal/, icon: 'file' },
  { kinds: /report a fault/, icon: 'triangle-alert' },
  { kinds: /disputed|^a dispute/, icon: 'bank' },
];

interface AttentionItemProps {
  item: Attention;
  /** Time of the page, ISO 8601. */
  at: string;
}

/** An alert: what happened and where, the facts, the deadline, who works on it, buttons, and what to do. */
export function AttentionItem({ item, at }: AttentionItemProps) {
  const { t, text, dayAndTime, money, number } = useWords();
  const { taken, why, since, waiting, doThis } = item;
  const amount = waiting?.amount ?? item.amount;
  return (
    <article className={`att ${taken ? 'att--taken' : 'att--open'}`}>
      <Icon name={ICONS.find(({ kinds }) => kinds.test(why))?.icon ?? 'circle-alert'} />
      <div>
        <h3>
          <span>
            <Headline item={item} />
          </span>
          {amount && <b>{money(amount.amountMinor, amount.currency)}</b>}
        </h3>
        <Facts item={item} />
        <p className="badges">
          <Deadline deadline={item.deadline} at={at} />
          {taken && (
            <span className="badge">
              <Icon name="user-check" />
              {t('today.takenBy', { who: taken.by, at: dayAndTime(taken.at) })}
            </span>
          )}
          <span className="badge">
            <Icon name="clock" />
            {t('today.since', { at: dayAndTime(since) })}
          </span>
          {item.price && (
            <span className="badge">
              <Icon name="user" />
              {t('today.requestedBy', { who: item.price.by })}
            </span>
          )}
          {item.number !== null && <span className="badge id">{number(item.number)}</span>}
        </p>
        <AttentionActs item={item} />
        <details className="att__how">
          <summary>{t('today.how')}</summary>
          <p>
            {text(item.means)} {text(doThis)}
          </p>
        </details>
      </div>
    </article>
  );
}

/** What happened, and where: 'Charging does not start · Butzweiler Straße 51 · 2 reports'. */
function Headline({ item }: Pick<AttentionItemProps, 'item'>) {
  const { t, text } = useWords();
  const { what, count, faults, session, about, evseId } = item;
  const path = attentionPath(item);
  const address = session?.place && `${session.place.street}, ${t('stations.plugName', { number: session.place.plug })}`;
  const where = faults?.street ?? address ?? about?.name ?? evseId;
  return (
    <>
      {faults ? t(`faults.kind.${faults.kind}`) : text(what)}
      {count > 1 && ` (${count})`}
      {path && where && (
        <>
          {' · '}
          <a href={path}>{where}</a>
        </>
      )}
      {faults && ` · ${t('today.reports', { count: faults.count })}`}
    </>
  );
}

/** The facts of an alert in at most two lines. */
function Facts({ item: { faults, waiting, price, means, session, note } }: Pick<AttentionItemProps, 'item'>) {
  const { t, text, money, energy } = useWords();
  const isUnbilled = session && session.heldMinor !== null && session.capturedMinor === null && session.priceMinor !== null;
  const quoted = (words: string) => t('session.quoted', { text: words });
  if (faults) return <p className="att__words">{faults.words === '' ? text(means) : quoted(faults.words)}</p>;
  if (price) return <PriceFacts price={price} />;
  if (waiting) return <p className="att__words">{`${waiting.by}: ${quoted(waiting.reason)}`}</p>;
  return (
    <p>
      {isUnbilled
        ? t('today.unbilled', {
            energy: energy(session.energyWh),
            amount: money(session.priceMinor ?? 0, session.currency),
            hold: money(session.heldMinor ?? 0, session.currency),
          })
        : text(means)}
      {note && <span lang="en"> {note}</span>}
    </p>
  );
}

function PriceFacts({ price }: { price: WaitingPrice }) {
  const { t, unitPrice } = useWords();
  const { changes, currency, from, timeZone: zone, plugs, isWithdrawal } = price;
  const [first] = changes;
  const start = { from: { moment: from, zone }, plugs: t('prices.plugs', { count: plugs }) };
  const words = () => {
    if (isWithdrawal) return t('today.price.withdrawn', start);
    if (!first) return t('today.price.added', start);
    const { beforeMicro, afterMicro, unit } = first;
    return t(changes.length > 1 ? 'today.price.several' : 'today.price.one', {
      ...start,
      ...{ before: unitPrice(beforeMicro, currency), after: unitPrice(afterMicro, currency) },
      ...{ unit: t(`prices.unit.${unit}`), count: changes.length - 1 },
    });
  };
  return <p>{words()}</p>;
}

/** The deadline as a date with the days left, or the days or hours until the hold expires. */
function Deadline({ deadline, at }: Pick<Attention, 'deadline'> & { at: string }) {
  const { t, date } = useWords();
  if (deadline === null) return null;
  const leftMs = Date.parse(deadline.at) - Date.parse(at);
  const [days, hours] = [Math.floor(leftMs / DAY_MS), Math.floor(leftMs / HOUR_MS)];
  const day = date(deadline.at);
  const isSoon = days < 2;
  const words = () => {
    if (leftMs <= 0) return t('today.deadline.over', { day });
    if (deadline.kind === 'repayment') return t('today.deadline.repayment', { day, count: days });
    return isSoon ? t('today.deadline.holdSoon', { count: hours }) : t('today.deadline.hold', { count: days });
  };
  return (
    <span className={isSoon ? 'badge badge--warn' : 'badge'}>
      <Icon name="calendar-days" />
      {words()}
    </span>
  );
}

import type { Attention } from '../../../shared/console/operating.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/model/time.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { Form } from '../core/Form.tsx';
import { Icon, type IconName } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { pricePath } from './pricePaths.ts';
import { connectionPath, pointPath, stationPath, webhookPath } from './stationStyles.ts';
import { WaitingFor } from './Waiting.tsx';

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

/** An alert with its amount, what follows from it, what to do, the deadline, who works on it, and buttons. */
export function AttentionItem({ item, at }: AttentionItemProps) {
  const { t, text, dateTime, money } = useWords();
  return (
    <article className={`att ${item.taken ? 'att--taken' : 'att--open'}`}>
      <Icon name={ICONS.find(({ kinds }) => kinds.test(item.why))?.icon ?? 'circle-alert'} />
      <div>
        <h3>
          <span>{item.count > 1 ? `${text(item.what)} (${item.count})` : text(item.what)}</span>
          {item.amount && <b>{money(item.amount.amountMinor, item.amount.currency)}</b>}
        </h3>
        <p>
          <Subject item={item} />
        </p>
        <p>
          <Means item={item} /> {text(item.doThis)}
        </p>
        <p className="badges">
          <Deadline deadline={item.deadline} at={at} />
          <span className="badge">
            <Icon name={item.taken ? 'user-check' : 'user'} />
            {item.taken ? t('today.takenBy', { who: item.taken.by, at: dateTime(item.taken.at) }) : t('today.nobody')}
          </span>
          <span className="badge">
            <Icon name="clock" />
            {t('today.since', { at: dateTime(item.since) })}
          </span>
        </p>
        <Acts item={item} />
      </div>
    </article>
  );
}

/** The session, connection or station that the alert is about. */
function Subject({ item: { number, about, evseId, session, note, waiting } }: Pick<AttentionItemProps, 'item'>) {
  const { t, number: grouped } = useWords();
  return (
    <>
      {number === null ? (
        <About about={about} />
      ) : (
        <>
          {t('session.word')}{' '}
          <a className="id" href={`/operator/sessions/${number}`}>
            {grouped(number)}
          </a>
          ,{' '}
          {session?.place ? (
            `${session.place.street}, ${t('stations.plugName', { number: session.place.plug })}`
          ) : (
            <span className="id">{evseId}</span>
          )}
        </>
      )}
      {note && <span lang="en">: {note}</span>}
      {waiting && (
        <>
          <br />
          <b>{t('acts.request.waiting', { amount: waiting.amount })}</b>
          <br />
          <WaitingFor waiting={waiting} />
        </>
      )}
    </>
  );
}

function About({ about }: Pick<Attention, 'about'>) {
  const { t } = useWords();
  if (about === null) return t('today.noSession');
  const { kind, name } = about;
  const path = { point: pointPath, station: stationPath, connection: connectionPath, tariff: pricePath, webhook: webhookPath }[
    kind
  ];
  return (
    <>
      {t(`today.about.${kind}`)} <a href={path(name)}>{name}</a>
    </>
  );
}

function Means({ item: { means, session } }: Pick<AttentionItemProps, 'item'>) {
  const { t, text, money, energy } = useWords();
  const isUnbilled = session && session.heldMinor !== null && session.capturedMinor === null && session.priceMinor !== null;
  return (
    <>
      {text(means)}
      {isUnbilled &&
        ` ${t('today.unbilled', {
          energy: energy(session.energyWh),
          amount: money(session.priceMinor ?? 0, session.currency),
          hold: money(session.heldMinor ?? 0, session.currency),
        })}`}
    </>
  );
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

function Acts({ item: { id, number, acts, taken, endsManually, waiting } }: Pick<AttentionItemProps, 'item'>) {
  const { t } = useWords();
  const { who } = useConsole();
  if (who?.may !== 'act') return null;
  return (
    <div className="acts">
      {acts
        .filter(does => does !== 'confirm-refund' || waiting?.by !== who.name)
        .map((does, place) => (
          <a key={does} className={place === 0 ? 'btn' : 'btn btn--quiet'} href={`/operator/sessions/${number}/${does}`}>
            {t(`acts.name.${does}`)} …
          </a>
        ))}
      {!taken && (
        <Form action={`/operator/attention/${id}`} hidden={{ does: 'take-on' }}>
          <button type="submit" className="btn btn--quiet">
            {t('today.take')}
          </button>
        </Form>
      )}
      {endsManually && (
        <a className="btn btn--quiet" href={`/operator/attention/${id}`}>
          {t('today.finish')} …
        </a>
      )}
    </div>
  );
}

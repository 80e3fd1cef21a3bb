import type { Attention } from '../../../shared/console/operating.ts';
import { useConsole } from '../core/ConsoleContext.ts';
import { Form } from '../core/Form.tsx';
import { Icon } from '../core/Icon.tsx';
import { useWords } from '../core/translations.ts';
import { pricePath } from './pricePaths.ts';
import { connectionPath, stationPath } from './stationStyles.ts';
import { WaitingFor } from './Waiting.tsx';

/** An alert with buttons. It says what happened, what follows from it, and what to do. */
export function AttentionItem({ item }: { item: Attention }) {
  const { t, text, dateTime, money, number } = useWords();
  return (
    <article className={`att ${item.taken ? 'att--soon' : 'att--now'}`}>
      <div className="att__h">
        <h3>
          <Icon name={/mail|forward/.test(item.why) ? 'mail' : 'circle-alert'} />
          <span>{item.count > 1 ? `${text(item.what)} (${item.count})` : text(item.what)}</span>
        </h3>
        <p>{t('today.since', { at: dateTime(item.since) })}</p>
      </div>
      <dl>
        <div>
          <dt>{t('today.happened')}</dt>
          <dd>
            {item.number === null ? (
              <About about={item.about} />
            ) : (
              <>
                {t('session.word')}{' '}
                <a className="id" href={`/operator/sessions/${item.number}`}>
                  {number(item.number)}
                </a>
                , <span className="id">{item.evseId}</span>
                {item.amount && `, ${money(item.amount.amountMinor, item.amount.currency)}`}
              </>
            )}
            {item.note && <span lang="en">: {item.note}</span>}
            {item.waiting && (
              <>
                <br />
                <b>{t('acts.request.waiting', { amount: item.waiting.amount })}</b>
                <br />
                <WaitingFor waiting={item.waiting} />
              </>
            )}
          </dd>
        </div>
        <Means item={item} />
        <div>
          <dt>{t('today.do')}</dt>
          <dd>{text(item.doThis)}</dd>
        </div>
      </dl>
      <Acts item={item} />
      {item.taken && <p className="small muted">{t('today.taken', { who: item.taken.by, at: dateTime(item.taken.at) })}</p>}
    </article>
  );
}

function About({ about }: Pick<Attention, 'about'>) {
  const { t } = useWords();
  if (about === null) return t('today.noSession');
  const { kind, name } = about;
  const path = { station: stationPath, connection: connectionPath, tariff: pricePath }[kind];
  return (
    <>
      {t(`today.about.${kind}`)} <a href={path(name)}>{name}</a>
    </>
  );
}

function Means({ item: { means, session } }: { item: Attention }) {
  const { t, text, money, energy } = useWords();
  const isUnbilled = session && session.heldMinor !== null && session.capturedMinor === null && session.priceMinor !== null;
  return (
    <div>
      <dt>{t('today.means')}</dt>
      <dd>
        {text(means)}
        {isUnbilled && (
          <>
            {' '}
            {t('today.unbilled', {
              energy: energy(session.energyWh),
              amount: money(session.priceMinor ?? 0, session.currency),
              hold: money(session.heldMinor ?? 0, session.currency),
            })}
          </>
        )}
      </dd>
    </div>
  );
}

function Acts({ item: { id, number, acts, taken, endsManually, waiting } }: { item: Attention }) {
  const { t } = useWords();
  const { who } = useConsole();
  if (who?.may !== 'act') return null;
  return (
    <div className="acts">
      {acts
        .filter(does => does !== 'confirm-refund' || waiting?.by !== who.name)
        .map(does => (
          <a key={does} className="btn" href={`/operator/sessions/${number}/${does}`}>
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

import type { BookSums } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';

/**
 * Compares the captured amount, the billed amount and the recalculated price (meter values × tariff) in one currency. The
 * heading shows a difference.
 */
export function Equation({ sums, isSplit }: { sums: BookSums; isSplit: boolean }) {
  const { t, money } = useWords();
  const { supplier, currency, capturedMinor, billedMinor, pricedMinor, open, openMinor, explained, explainedMinor } = sums;
  const amount = (minor: number) => money(minor, currency);
  const parts = [
    ...(open > 0 ? [t('books.differs', { amount: amount(openMinor) })] : []),
    ...(explained > 0 ? [t('books.explained', { amount: amount(explainedMinor) })] : []),
  ];
  return (
    <section className="blk" aria-label={isSplit ? `${supplier}, ${currency}` : currency}>
      <div className="blk__h">
        <h2 className={open > 0 ? 'st st--off' : 'st st--ok'}>
          <Icon name={open > 0 ? 'circle-x' : 'circle-check'} />
          {parts.length > 0 ? parts.join(' · ') : t('books.agrees')}
        </h2>
        {isSplit && <span className="muted">{supplier}</span>}
      </div>
      <div className="eq">
        <Sum name={t('books.captured')} note={t('books.captured.note')} amount={amount(capturedMinor)} />
        <i aria-hidden="true">{capturedMinor === billedMinor ? '=' : '≠'}</i>
        <Sum name={t('books.billed')} note={t('books.billed.note')} amount={amount(billedMinor)} />
        <i aria-hidden="true">{billedMinor === pricedMinor ? '=' : '≠'}</i>
        <Sum
          name={t('books.priced')}
          note={t('books.priced.note', { signed: sums.signed, all: sums.sessions })}
          amount={amount(pricedMinor)}
        />
      </div>
      {(sums.refundedMinor > 0 || sums.creditedMinor > 0) && (
        <p className="sum">
          {t('books.refunded')} {amount(sums.refundedMinor)} · {t('books.credited')} {amount(sums.creditedMinor)}
        </p>
      )}
    </section>
  );
}

const Sum = ({ name, note, amount }: { name: string; note: string; amount: string }) => (
  <p>
    <span>
      {name}
      <small>{note}</small>
    </span>
    <b>{amount}</b>
  </p>
);

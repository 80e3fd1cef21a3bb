import type { BookSums } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';

/** Captured = billed = meter × tariff, in one currency; a difference is the headline. */
export function Equation({ sums, isSplit }: { sums: BookSums; isSplit: boolean }) {
  const { say, money } = useWords();
  const { supplier, currency, capturedMinor, billedMinor, pricedMinor, open, openMinor, explained, explainedMinor } = sums;
  const amount = (minor: number) => money(minor, currency);
  const parts = [
    ...(open > 0 ? [say('books.differs', { amount: amount(openMinor) })] : []),
    ...(explained > 0 ? [say('books.explained', { amount: amount(explainedMinor) })] : []),
  ];
  return (
    <section className="blk" aria-label={isSplit ? `${supplier}, ${currency}` : currency}>
      <div className="blk__h">
        <h2 className={open > 0 ? 'st st--off' : 'st st--ok'}>
          <Icon name={open > 0 ? 'circle-x' : 'circle-check'} />
          {parts.length > 0 ? parts.join(' · ') : say('books.agrees')}
        </h2>
        {isSplit && <span className="muted">{supplier}</span>}
      </div>
      <div className="eq">
        <Sum name={say('books.captured')} note={say('books.captured.note')} amount={amount(capturedMinor)} />
        <i aria-hidden="true">{capturedMinor === billedMinor ? '=' : '≠'}</i>
        <Sum name={say('books.billed')} note={say('books.billed.note')} amount={amount(billedMinor)} />
        <i aria-hidden="true">{billedMinor === pricedMinor ? '=' : '≠'}</i>
        <Sum
          name={say('books.priced')}
          note={say('books.priced.note', { signed: sums.signed, all: sums.sessions })}
          amount={amount(pricedMinor)}
        />
      </div>
      {(sums.refundedMinor > 0 || sums.creditedMinor > 0) && (
        <p className="sum">
          {say('books.refunded')} {amount(sums.refundedMinor)} · {say('books.credited')} {amount(sums.creditedMinor)}
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

import type { Book, BookReason, BookSums } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { SupplierName, useSupplierNames } from '../../parts/Suppliers.tsx';
import { supplierQuery } from './BookSide.tsx';
import { CapturedPerDay } from './CapturedPerDay.tsx';

/**
 * Says in sentences whether the captured, the billed and the recalculated amount of one brand in one currency agree, and why
 * they do not. Differences that staff must review come first. A month also has a bar for each day.
 */
export function Reconciliation({ book, sums, isSplit }: { book: Book; sums: BookSums; isSplit: boolean }) {
  const { t, money } = useWords();
  const nameOf = useSupplierNames();
  const { supplier, currency, capturedMinor, billedMinor, pricedMinor, open } = sums;
  const amount = (minor: number) => money(minor, currency);
  const reasons = book.reasons.filter(reason => reason.supplier === supplier && reason.currency === currency);
  return (
    <section className="blk" aria-label={isSplit ? `${nameOf(supplier)}, ${currency}` : currency}>
      <div className="blk__h">
        <h2 className={open > 0 ? 'st st--warn' : 'st st--ok'}>
          <Icon name={open > 0 ? 'triangle-alert' : 'circle-check'} />
          {t(comparisonOf(sums), {
            captured: amount(capturedMinor),
            billed: amount(billedMinor),
            amount: amount(Math.abs(capturedMinor - billedMinor)),
          })}
        </h2>
        {isSplit && <span className="muted">{nameOf(supplier)}</span>}
      </div>
      <div className="says">
        {reasons.length === 0 && <p>{t('books.agrees')}</p>}
        {reasons.map(reason => (
          <Reason key={reason.why + reason.isOpen} reason={reason} />
        ))}
        {open > 0 && <OpenDays book={book} sums={sums} />}
        <p className="muted">
          {t('books.sum.priced', { amount: amount(pricedMinor), count: sums.sessions, signed: sums.signed })}
        </p>
        {(sums.refundedMinor > 0 || sums.creditedMinor > 0) && (
          <p className="muted">
            {t('books.sum.refunded', { refunded: amount(sums.refundedMinor), credited: amount(sums.creditedMinor) })}
          </p>
        )}
      </div>
      {book.days.length > 0 && <CapturedPerDay book={book} sums={sums} />}
    </section>
  );
}

/** True if the amounts of a brand differ, or if money went back to drivers. */
export const needsSentences = (
  { reasons }: Pick<Book, 'reasons'>,
  { supplier, currency, open, refundedMinor, creditedMinor }: BookSums,
): boolean =>
  open > 0 ||
  refundedMinor > 0 ||
  creditedMinor > 0 ||
  reasons.some(reason => reason.supplier === supplier && reason.currency === currency);

/** A table of the brands whose captured, billed and recalculated amounts agree. A brand leads to its own page. */
export function Agreed({ period, sums }: { period: string; sums: readonly BookSums[] }) {
  const { t, money } = useWords();
  const columns: readonly Column<BookSums>[] = [
    {
      text: 'books.supplier',
      cell: ({ supplier }) => (
        <a href={`/operator/books/${period}${supplierQuery({ supplier })}`}>
          <SupplierName id={supplier} />
        </a>
      ),
    },
    { text: 'books.billed', ...AMOUNT, cell: ({ billedMinor, currency }) => money(billedMinor, currency) },
    { text: 'books.captured', ...AMOUNT, cell: ({ capturedMinor, currency }) => <b>{money(capturedMinor, currency)}</b> },
    {
      text: 'books.priced',
      isFigure: true,
      className: 'r hide-s',
      cell: ({ pricedMinor, currency }) => money(pricedMinor, currency),
    },
    {
      text: 'books.difference',
      className: 'hide-s',
      cell: () => (
        <span className="st st--ok">
          <Icon name="circle-check" />
          {t('books.dayAgrees')}
        </span>
      ),
    },
  ];
  return (
    <Block name={t('books.agreed')}>
      <Board isSlim columns={columns} lines={sums} keyOf={({ supplier, currency }) => `${supplier} ${currency}`} />
    </Block>
  );
}

const AMOUNT = { isFigure: true, className: 'r' } as const;

function comparisonOf({ capturedMinor, billedMinor }: BookSums) {
  if (capturedMinor === billedMinor) return 'books.equal';
  return capturedMinor > billedMinor ? 'books.more' : 'books.less';
}

function Reason({ reason: { why, isOpen, count, minor, currency } }: { reason: BookReason }) {
  const { t, money } = useWords();
  const state = t(isOpen ? 'books.needs' : 'books.isExplained');
  // The recalculated price can be higher or lower. The other reasons say in words which amount is higher.
  const shown = why === 'priced-otherwise' ? minor : Math.abs(minor);
  return (
    <p className={isOpen ? 'st st--warn' : 'muted'}>
      {isOpen && <Icon name="circle-alert" />}
      {t(`books.sum.${why}`, { amount: money(shown, currency), count, state })}
    </p>
  );
}

/** Links to the days of the month whose differences staff must review, oldest first. */
function OpenDays({ book, sums }: { book: Book; sums: BookSums }) {
  const { t, date } = useWords();
  const open = book.days
    .filter(day => day.sums.some(each => each.supplier === sums.supplier && each.currency === sums.currency && each.open > 0))
    .toReversed();
  if (open.length === 0) return null;
  return (
    <p>
      {t('books.reviewDays', { count: open.length })}{' '}
      {open.map(({ day }, place) => (
        <span key={day}>
          {place > 0 && ', '}
          <a href={`/operator/books/${day}${supplierQuery(book)}`}>{date(day)}</a>
        </span>
      ))}
    </p>
  );
}

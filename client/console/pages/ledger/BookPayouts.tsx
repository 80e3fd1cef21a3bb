import type { Book, BookPayout, NotPaidOut } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column, FoldedBoard } from '../../parts/Board.tsx';
import { SessionLink } from './BookTables.tsx';

const isWhole = ({ matched, rows, state, gapMinor }: BookPayout): boolean =>
  matched === rows && state === 'paid' && gapMinor === 0;

export function Payouts({ payouts }: { payouts: readonly BookPayout[] }) {
  const { t, money, date } = useWords();
  const columns: readonly Column<BookPayout>[] = [
    { text: 'books.arrived', cell: ({ arrivedAt }) => date(arrivedAt) },
    { text: 'books.payout', className: 'hide-s', cell: ({ id }) => <span className="mono">{id}</span> },
    { text: 'books.captured', isFigure: true, className: 'r hide-s', cell: each => money(each.capturedMinor, each.currency) },
    { text: 'books.refunded', isFigure: true, className: 'r hide-s', cell: each => money(0 - each.refundedMinor, each.currency) },
    { text: 'books.fees', isFigure: true, className: 'r', cell: each => money(0 - each.feeMinor, each.currency) },
    {
      text: 'books.other',
      isFigure: true,
      className: 'r hide-s',
      cell: each => money(each.otherMinor, each.currency),
    },
    { text: 'books.paid', isFigure: true, className: 'r', cell: each => <b>{money(each.paidMinor, each.currency)}</b> },
    { text: 'books.matched', className: 'hide-s', isUnder: () => true, cell: each => <Matched payout={each} /> },
  ];
  const isOtherShown = payouts.some(({ otherMinor }) => otherMinor !== 0);
  return (
    <Block name={t('books.payouts')}>
      {payouts.length === 0 ? (
        <p className="muted">{t('books.payouts.none')}</p>
      ) : (
        <FoldedBoard
          isSlim
          limit={4}
          more="books.morePayouts"
          columns={columns.filter(({ text }) => isOtherShown || text !== 'books.other')}
          lines={payouts}
          keyOf={({ id }) => id}
          rowOf={each => (isWhole(each) ? undefined : 'is-warn')}
        />
      )}
    </Block>
  );
}

/** How many rows of a payout match a payment, and a list of the rows that do not. */
function Matched({ payout }: { payout: BookPayout }) {
  const { t, money, date } = useWords();
  const { matched, rows, state, gapMinor, unknown, currency } = payout;
  const isFine = isWhole(payout);
  const more = rows - matched - unknown.length;
  return (
    <>
      <span className={isFine ? 'st st--ok' : 'st st--warn'}>
        <Icon name={isFine ? 'circle-check' : 'triangle-alert'} />
        {matched === rows ? t('books.rows.all', { count: rows }) : t('books.rows', { matched, rows })}
      </span>
      {state === 'failed' && <small>{t('books.payout.failed')}</small>}
      {gapMinor !== 0 && <small>{t('books.payout.gap', { amount: { amountMinor: gapMinor, currency } })}</small>}
      {unknown.map(({ id, at, kind, amountMinor, ref }) => (
        <small key={id}>
          {t(`books.unknown.${kind}`)}: {money(amountMinor, currency)}, {date(at)}, <span className="mono">{ref ?? id}</span>
        </small>
      ))}
      {more > 0 && <small>{t('books.unknown.more', { count: more })}</small>}
    </>
  );
}

/** Captured payments that are in no payout, although they should have been paid out by now. */
export function NotPaid({ book: { notPaidOut, payoutDays } }: { book: Book }) {
  const { t, money, date } = useWords();
  if (notPaidOut.length === 0) return null;
  const columns: readonly Column<NotPaidOut>[] = [
    { text: 'books.session', cell: ({ number }) => <SessionLink number={number} /> },
    {
      text: 'books.what',
      className: 'hide-s',
      isUnder: () => true,
      cell: ({ at }) => (
        <>
          <span className="st st--off">
            <Icon name="circle-alert" />
            {t('books.notPaid.what')}
          </span>
          <small>{t('books.notPaid.since', { at: date(at), count: payoutDays })}</small>
        </>
      ),
    },
    {
      text: 'books.captured',
      isFigure: true,
      className: 'r',
      cell: ({ capturedMinor, currency }) => <b>{money(capturedMinor, currency)}</b>,
    },
  ];
  const name = (
    <>
      {t('books.notPaid')} <span className="count">{notPaidOut.length}</span>
    </>
  );
  return (
    <Block name={name}>
      <Board isSlim columns={columns} lines={notPaidOut} keyOf={({ number, at }) => number + at} rowOf={() => 'is-bad'} />
    </Block>
  );
}

import type { BookDay, BookSums } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';

const SUPPLIER: Column<BookSums> = { text: 'books.supplier', className: 'lab wide-s', cell: ({ supplier }) => supplier };

export function Days({ days, query, isSplit }: { days: readonly BookDay[]; query: string; isSplit: boolean }) {
  const { t, money, energy, date } = useWords();
  if (days.length === 0) return null;
  const lines = days.flatMap(({ day, sums }) => sums.map(each => ({ ...each, day })));
  const columns: readonly Column<(typeof lines)[number]>[] = [
    { text: 'books.day', cell: ({ day }) => <a href={`/operator/books/${day}${query}`}>{date(day)}</a> },
    ...(isSplit ? [SUPPLIER] : []),
    { text: 'books.energy', isFigure: true, className: 'r lab', cell: ({ energyWh }) => energy(energyWh) },
    {
      text: 'books.billed',
      isFigure: true,
      className: 'r lab',
      cell: ({ billedMinor, currency }) => money(billedMinor, currency),
    },
    {
      text: 'books.captured',
      isFigure: true,
      className: 'r lab',
      cell: ({ capturedMinor, currency }) => <b>{money(capturedMinor, currency)}</b>,
    },
    {
      text: 'books.difference',
      className: 'lab wide-s',
      cell: ({ open }) => (
        <span className={open > 0 ? 'st st--off' : 'st st--ok'}>
          <Icon name={open > 0 ? 'circle-x' : 'circle-check'} />
          {open > 0 ? t('books.dayOpen', { count: open }) : t('books.dayAgrees')}
        </span>
      ),
    },
  ];
  return (
    <Block name={t('books.days')}>
      <Board
        columns={columns}
        lines={lines}
        keyOf={({ day, supplier, currency }) => day + supplier + currency}
        rowOf={({ open }) => (open > 0 ? 'is-bad' : undefined)}
      />
    </Block>
  );
}

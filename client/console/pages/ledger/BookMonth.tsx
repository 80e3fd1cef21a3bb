import type { BookDay, BookSums } from '../../../../shared/console/ledger.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { type Column, FoldedBoard } from '../../parts/Board.tsx';
import { SUPPLIER_COLUMN } from '../../parts/Suppliers.tsx';

export function Days({ days, query, isSplit }: { days: readonly BookDay[]; query: string; isSplit: boolean }) {
  const { t, money, energy, date } = useWords();
  if (days.length === 0) return null;
  const lines = days.flatMap(({ day, sums }) => sums.map(each => ({ ...each, day })));
  const columns: readonly Column<(typeof lines)[number]>[] = [
    { text: 'books.day', cell: ({ day }) => <a href={`/operator/books/${day}${query}`}>{date(day)}</a> },
    ...(isSplit ? [SUPPLIER_COLUMN] : []),
    { text: 'books.energy', isFigure: true, className: 'r', cell: ({ energyWh }) => energy(energyWh) },
    {
      text: 'books.billed',
      isFigure: true,
      className: 'r hide-s',
      cell: ({ billedMinor, currency }) => money(billedMinor, currency),
    },
    {
      text: 'books.captured',
      isFigure: true,
      className: 'r',
      cell: ({ capturedMinor, currency }) => <b>{money(capturedMinor, currency)}</b>,
    },
    {
      text: 'books.difference',
      className: 'hide-s',
      isUnder: ({ open, explained }) => open + explained > 0,
      cell: sums => <Difference sums={sums} />,
    },
  ];
  return (
    <Block name={t('books.days')}>
      <FoldedBoard
        isSlim
        limit={5}
        more="books.moreDays"
        columns={columns}
        lines={lines}
        keyOf={({ day, supplier, currency }) => day + supplier + currency}
        rowOf={sums => rowOf(sums)}
      />
    </Block>
  );
}

/** Whether the sums of one brand in one currency differ. */
export function Difference({ sums: { open, explained } }: { sums: Pick<BookSums, 'open' | 'explained'> }) {
  const { t } = useWords();
  if (open > 0)
    return (
      <span className="st st--warn">
        <Icon name="triangle-alert" />
        {t('books.dayOpen', { count: open })}
      </span>
    );
  return (
    <span className={explained > 0 ? 'st st--calm' : 'st st--ok'}>
      <Icon name="circle-check" />
      {explained > 0 ? t('books.dayExplained') : t('books.dayAgrees')}
    </span>
  );
}

/** Returns the class of a day's row: amber if staff must review a difference, grey if all differences are explained. */
function rowOf({ open, explained }: BookSums): string | undefined {
  if (open > 0) return 'is-warn';
  return explained > 0 ? 'is-calm' : undefined;
}

import type { Book, BookSums } from '../../../../shared/console/ledger.ts';
import { useWords } from '../../core/translations.ts';
import { BarChart } from '../../parts/BarChart.tsx';
import { daysOfMonth, monthMarks } from '../../parts/monthAxis.ts';
import { useSupplierNames } from '../../parts/Suppliers.tsx';
import { supplierQuery } from './BookSide.tsx';

/** Bars of the captured amounts of one brand in one currency for the days of a month. A bar leads to its day. */
export function CapturedPerDay({ book, sums: { supplier, currency } }: { book: Book; sums: BookSums }) {
  const { t, money, date } = useWords();
  const nameOf = useSupplierNames();
  const captured = new Map(
    book.days.flatMap(({ day, sums }) =>
      sums
        .filter(each => each.supplier === supplier && each.currency === currency)
        .map(({ capturedMinor }) => [day, capturedMinor] as const),
    ),
  );
  const [highest] = [...captured].sort(([, one], [, other]) => other - one);
  if (!highest) return null;
  const [day, minor] = highest;
  const days = daysOfMonth(book.period);
  return (
    <BarChart
      title={book.supplier === null && book.suppliers.length > 1 ? `${nameOf(supplier)}, ${currency}` : currency}
      description={t('books.perDay.highest', { day: date(day), amount: money(minor, currency) })}
      kind="money"
      bars={days.map(each => ({
        name: date(each),
        value: each > book.today ? null : (captured.get(each) ?? 0),
        before: null,
        isRunning: each === book.today,
        path: `/operator/books/${each}${supplierQuery(book)}`,
      }))}
      marks={monthMarks(days)}
      write={value => money(value, currency)}
      columns={[t('books.day'), t('books.captured')]}
    />
  );
}

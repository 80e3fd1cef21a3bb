import type { Report, ReportMoney } from '../../../../shared/console/reports.ts';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Board, type Column } from '../../parts/Board.tsx';
import { useSupplierNames } from '../../parts/Suppliers.tsx';
import { comparedText, moneyOf } from './ReportFigures.tsx';

/** Captured and refunded amounts, and the revenue by documents, of each brand in each currency. */
export function Money({ report }: { report: Report }) {
  const { t, money } = useWords();
  const nameOf = useSupplierNames();
  const { total, totalBefore } = report;
  if (total.money.length === 0) return null;
  const amount =
    (field: 'capturedMinor' | 'netMinor' | 'vatMinor' | 'refundedMinor' | 'creditedMinor') =>
    ({ [field]: minor, currency }: ReportMoney) =>
      money(minor, currency);
  const before = (each: ReportMoney) => money(moneyOf(totalBefore.captured, each)?.capturedMinor ?? 0, each.currency);
  const columns: readonly Column<ReportMoney>[] = [
    { text: 'books.supplier', cell: ({ supplier, currency }) => <b>{`${nameOf(supplier)}, ${currency}`}</b> },
    { text: 'books.captured', isFigure: true, className: 'r', cell: each => <b>{amount('capturedMinor')(each)}</b> },
    { text: comparedText(report), isFigure: true, className: 'r hide-s', cell: before },
    { text: 'reports.net', isFigure: true, className: 'r', cell: amount('netMinor') },
    { text: 'reports.vat', isFigure: true, className: 'r hide-s', cell: amount('vatMinor') },
    { text: 'books.refunded', isFigure: true, className: 'r hide-s', cell: amount('refundedMinor') },
    { text: 'reports.credited', isFigure: true, className: 'r hide-s', cell: amount('creditedMinor') },
  ];
  return (
    <Block name={t('reports.money')}>
      <Board isSlim columns={columns} lines={total.money} keyOf={({ supplier, currency }) => supplier + currency} />
      <p className="muted small gap">{t('reports.money.note')}</p>
    </Block>
  );
}

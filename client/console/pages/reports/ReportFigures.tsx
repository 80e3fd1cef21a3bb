import type { Report, ReportMoney } from '../../../../shared/console/reports.ts';
import { HOUR_MS } from '../../../../shared/model/time.ts';
import { type TextKey, useWords } from '../../core/translations.ts';
import { Figures } from '../../parts/Figures.tsx';

/** Names the period to compare with: for a month the days four weeks before, for a year the year before. */
export const comparedText = ({ period }: Pick<Report, 'period'>): TextKey =>
  period.length === 4 ? 'reports.before.year' : 'reports.before.month';

type Whose = Pick<ReportMoney, 'supplier' | 'currency'>;

/** Returns the amounts of a brand in a currency. Undefined: there are none. */
export const moneyOf = <M extends Whose>(all: readonly M[], { supplier, currency }: Whose): M | undefined =>
  all.find(each => each.supplier === supplier && each.currency === currency);

/** The totals of the period, each with the total of the period to compare with. */
export function ReportFigures({ report }: { report: Report }) {
  const { t, decimal, money } = useWords();
  const { total, totalBefore } = report;
  const [only, ...others] = total.money;
  const captured = only && moneyOf(totalBefore.captured, only);
  const hours = (ms: number) => `${decimal(Math.round(ms / HOUR_MS))} h`;
  const kilowattHours = (wh: number) => `${decimal(Math.round(wh / 1000))} kWh`;
  const before = (value: string) => `${t(comparedText(report))}: ${value}`;
  return (
    <Figures
      figures={[
        {
          name: t('reports.energy'),
          value: kilowattHours(total.energyWh),
          note: before(kilowattHours(totalBefore.energyWh)),
        },
        // Amounts of several brands or currencies have no sum.
        ...(only && others.length === 0
          ? [
              {
                name: t('books.captured'),
                value: money(only.capturedMinor, only.currency),
                note: before(money(captured?.capturedMinor ?? 0, only.currency)),
              },
            ]
          : []),
        { name: t('reports.sessions'), value: decimal(total.sessions), note: before(decimal(totalBefore.sessions)) },
        { name: t('reports.occupied'), value: hours(total.occupiedMs), note: before(hours(totalBefore.occupiedMs)) },
      ]}
    />
  );
}

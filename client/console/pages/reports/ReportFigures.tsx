import type { Report } from '../../../../shared/console/reports.ts';
import { type TextKey, useWords } from '../../core/translations.ts';

const HOUR_MS = 3_600_000;

/** Names the period to compare with: for a month the days four weeks before, for a year the year before. */
export const comparedText = ({ period }: Pick<Report, 'period'>): TextKey =>
  period.length === 4 ? 'reports.before.year' : 'reports.before.month';

/** The totals of the period, each with the total of the period to compare with. */
export function Figures({ report }: { report: Report }) {
  const { t, decimal, money } = useWords();
  const { total, totalBefore } = report;
  const [only, ...others] = total.money;
  const captured = totalBefore.captured.find(
    ({ supplier, currency }) => supplier === only?.supplier && currency === only.currency,
  );
  const hours = (ms: number) => `${decimal(Math.round(ms / HOUR_MS))} h`;
  const kilowattHours = (wh: number) => `${decimal(Math.round(wh / 1000))} kWh`;
  const before = (value: string) => `${t(comparedText(report))}: ${value}`;
  return (
    <dl className="figures">
      <Figure
        name={t('reports.energy')}
        value={kilowattHours(total.energyWh)}
        note={before(kilowattHours(totalBefore.energyWh))}
      />
      {/* Amounts of several brands or currencies have no sum. */}
      {only && others.length === 0 && (
        <Figure
          name={t('books.captured')}
          value={money(only.capturedMinor, only.currency)}
          note={before(money(captured?.capturedMinor ?? 0, only.currency))}
        />
      )}
      <Figure name={t('reports.sessions')} value={decimal(total.sessions)} note={before(decimal(totalBefore.sessions))} />
      <Figure name={t('reports.occupied')} value={hours(total.occupiedMs)} note={before(hours(totalBefore.occupiedMs))} />
    </dl>
  );
}

const Figure = ({ name, value, note }: { name: string; value: string; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      <small>{note}</small>
    </dd>
  </div>
);

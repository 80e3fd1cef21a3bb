import type { Report, ReportMoney, ReportStep } from '../../../../shared/console/reports.ts';
import { addressOf } from '../../core/addressOf.ts';
import { useWords } from '../../core/translations.ts';
import { BarChart } from '../../parts/BarChart.tsx';
import { Block } from '../../parts/Block.tsx';
import { Folded } from '../../parts/Folded.tsx';
import { Legend } from '../../parts/Legend.tsx';
import { monthMarks } from '../../parts/monthAxis.ts';
import { useSupplierNames } from '../../parts/Suppliers.tsx';
import { comparedText, moneyOf } from './ReportFigures.tsx';

/** Energy of each day or month, with the period to compare with as an outline. */
export function EnergyChart({ report }: { report: Report }) {
  const { t, decimal } = useWords();
  const isYear = report.period.length === 4;
  return (
    <Block name={t(isYear ? 'reports.energy.perMonth' : 'reports.energy.perDay')} more={<AccountingLink report={report} />}>
      <StepChart
        report={report}
        field={t('reports.energy')}
        title={t('reports.energy')}
        isTitleHidden
        kind="energy"
        ownOf={({ energyWh }) => energyWh}
        beforeOf={({ before }) => before.energyWh}
        write={wh => `${decimal(Math.round(wh / 1000))} kWh`}
      />
      <EnergyLegend report={report} />
    </Block>
  );
}

/** A month of the report is also a month of the ledger, which shows whether its amounts agree. */
function AccountingLink({ report: { period, supplier } }: { report: Report }) {
  const { t } = useWords();
  return period.length === 4 ? null : <a href={addressOf(`/operator/books/${period}`, { supplier })}>{t('frame.nav.books')}</a>;
}

/** Charts of the brands and currencies with the most days or months of payments. The others are folded. */
const SHOWN_CHARTS = 2;

/** Captured and refunded amounts of each day or month, in one chart per brand and currency. */
export function MoneyCharts({ report }: { report: Report }) {
  const { t, money } = useWords();
  const nameOf = useSupplierNames();
  const { total, period } = report;
  if (total.money.length === 0) return null;
  const isSplit = total.money.length > 1;
  const suffixOf = ({ supplier, currency }: ReportMoney) => (isSplit ? `, ${nameOf(supplier)}, ${currency}` : '');
  const stepsWith = (whose: ReportMoney) =>
    report.steps.filter(step => (moneyOf(step.money, whose)?.capturedMinor ?? 0) > 0).length;
  const byUse = total.money.toSorted((one, other) => stepsWith(other) - stepsWith(one));
  const others = byUse.slice(SHOWN_CHARTS);
  const chart = (whose: ReportMoney, kind: 'captured' | 'refunded') => (
    <StepChart
      key={`${kind} ${whose.supplier} ${whose.currency}`}
      report={report}
      field={t(`books.${kind}`)}
      title={t(`books.${kind}`) + suffixOf(whose)}
      kind="money"
      ownOf={step => moneyOf(step.money, whose)?.[`${kind}Minor`] ?? 0}
      {...(kind === 'captured' && {
        beforeOf: ({ before }: ReportStep) => moneyOf(before.captured, whose)?.capturedMinor ?? 0,
      })}
      write={minor => money(minor, whose.currency)}
    />
  );
  return (
    <Block name={t(period.length === 4 ? 'reports.money.perMonth' : 'reports.money.perDay')}>
      <div className="duo">
        {byUse.slice(0, SHOWN_CHARTS).map(whose => chart(whose, 'captured'))}
        {total.money.filter(({ refundedMinor }) => refundedMinor > 0).map(whose => chart(whose, 'refunded'))}
      </div>
      {others.length > 0 && (
        <Folded text={t('reports.money.others', { count: others.length })}>
          <div className="duo">{others.map(whose => chart(whose, 'captured'))}</div>
        </Folded>
      )}
    </Block>
  );
}

interface StepChartProps {
  report: Report;
  /** Heading of the column of values in the table. */
  field: string;
  title: string;
  isTitleHidden?: boolean;
  kind: 'energy' | 'money';
  ownOf(step: ReportStep): number;
  /** Absent: the chart compares with nothing. */
  beforeOf?(step: ReportStep): number;
  write(value: number): string;
}

function StepChart({ report, field, title, isTitleHidden = false, kind, ownOf, beforeOf, write }: StepChartProps) {
  const { t, date, period: nameOf } = useWords();
  const { steps, period, supplier } = report;
  const isYear = period.length === 4;
  const stepName = (name: string) => (isYear ? nameOf(name) : date(name));
  const known = steps.filter(({ state }) => state !== 'future');
  const highest = known.toSorted((one, other) => ownOf(other) - ownOf(one))[0];
  const before = beforeOf && steps.some(step => beforeOf(step) > 0) ? beforeOf : undefined;
  return (
    <BarChart
      title={title}
      isTitleHidden={isTitleHidden}
      description={
        highest
          ? t('reports.chart', {
              title,
              total: write(known.reduce((sum, step) => sum + ownOf(step), 0)),
              step: stepName(highest.name),
              value: write(ownOf(highest)),
            })
          : title
      }
      kind={kind}
      bars={steps.map(step => ({
        name: stepName(step.name),
        value: step.state === 'future' ? null : ownOf(step),
        before: before ? before(step) : null,
        isRunning: step.state === 'running',
        path: addressOf(`/operator/${isYear ? 'reports' : 'books'}/${step.name}`, { supplier }),
      }))}
      marks={
        isYear
          ? steps.map(({ name }, place) => ({ at: place + 0.5, text: String(Number(name.slice(5))) }))
          : monthMarks(steps.map(({ name }) => name))
      }
      write={write}
      columns={
        [t(isYear ? 'reports.month' : 'books.day'), field, ...(before ? [t(comparedText(report))] : [])] as [
          string,
          string,
          string?,
        ]
      }
    />
  );
}

/** Explains the solid and the hatched bars and the outline. */
function EnergyLegend({ report }: { report: Report }) {
  const { t, period } = useWords();
  const { steps } = report;
  const running = t(report.period.length === 4 ? 'reports.thisMonth' : 'reports.today');
  return (
    <Legend
      entries={[
        { fill: 'energy', text: period(report.period) },
        ...(steps.some(({ state }) => state === 'running') ? [{ fill: 'running', text: running }] : []),
      ]}
      outline={steps.some(({ before }) => before.energyWh > 0) ? t(comparedText(report)) : undefined}
    />
  );
}

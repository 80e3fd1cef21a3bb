import { REPORT_FILES, type Report } from '../../../../shared/console/reports.ts';
import { Hatches } from '../../../components/figure/Hatches.tsx';
import { addressOf } from '../../core/addressOf.ts';
import type { ConsolePage } from '../../core/consolePage.ts';
import { Icon } from '../../core/Icon.tsx';
import { useWords } from '../../core/translations.ts';
import { Block } from '../../parts/Block.tsx';
import { Downloads } from '../../parts/Downloads.tsx';
import { SupplierNames, Suppliers } from '../../parts/Suppliers.tsx';
import { EnergyChart, MoneyCharts } from './ReportCharts.tsx';
import { ReportFigures } from './ReportFigures.tsx';
import { Locations } from './ReportLocations.tsx';
import { Money } from './ReportMoney.tsx';
import { Parts } from './ReportParts.tsx';

/** The path without a period. It redirects to the report of the current month. */
export const thisReportPage: ConsolePage = {
  path: '/reports',
  tab: 'reports',
  show: async ({ operating }) => ({ go: `/operator/reports/${operating.currentMonth()}` }),
};

/** The report of a month or a year. If the path has a file extension, the response is an export. */
export const reportPage: ConsolePage = {
  path: '/reports/:period',
  tab: 'reports',
  async show({ operating, params, query }) {
    const [, period = '', ending] = /^(\d{4}(?:-\d{2})?)(?:\.(\w+))?$/.exec(params.period ?? '') ?? [];
    const request = { period, ...(query.supplier && { supplier: query.supplier }) };
    if (ending === undefined) {
      const report = await operating.getReport(request);
      return report && { title: 'frame.nav.reports', content: <ReportView report={report} /> };
    }
    const kind = REPORT_FILES.find(name => name === ending);
    const file = kind && (await operating.exportReport({ ...request, kind, decimal: query.decimal === 'point' ? '.' : ',' }));
    return file ? { file } : null;
  },
};

function ReportView({ report }: { report: Report }) {
  const { t } = useWords();
  const isEmpty = report.total.sessions === 0 && report.total.money.length === 0;
  return (
    <>
      <Head report={report} />
      {report.pending && (
        <div className="note note--info" role="status">
          <Icon name="info" />
          <p>{t('books.pending')}</p>
        </div>
      )}
      <Suppliers address={`/operator/reports/${report.period}`} suppliers={report.suppliers} shown={report.supplier} />
      {isEmpty ? <p className="muted">{t('reports.nothing')}</p> : <Contents report={report} />}
    </>
  );
}

const Contents = ({ report }: { report: Report }) => (
  <SupplierNames value={report.suppliers}>
    <Hatches />
    <ReportFigures report={report} />
    <EnergyChart report={report} />
    <MoneyCharts report={report} />
    <Money report={report} />
    <div className="cols">
      <Locations report={report} />
      <Parts report={report} />
    </div>
    <Exports report={report} />
  </SupplierNames>
);

function Exports({ report: { period, supplier } }: { report: Report }) {
  const { t } = useWords();
  const to = (ending: string) => addressOf(`/operator/reports/${period}${ending}`, { supplier });
  return (
    <Block name={t('books.take')}>
      <Downloads
        files={[
          { path: to('.csv'), name: t('reports.csv') },
          { path: to('.plugs'), name: t('reports.csv.plugs') },
        ]}
      />
    </Block>
  );
}

function Head({ report: { period, before, after, steps, at, timeZone, supplier } }: { report: Report }) {
  const { t, period: nameOf, dateTime } = useWords();
  const to = (name: string) => addressOf(`/operator/reports/${name}`, { supplier });
  const isYear = period.length === 4;
  const isRunning = steps.some(({ state }) => state !== 'over');
  return (
    <div className="page-head">
      <div>
        <h1>{nameOf(period)}</h1>
        <p>
          {isRunning && `${t('reports.upTo', { at: dateTime(at) })} · `}
          {timeZone}
        </p>
      </div>
      <nav className="acts" aria-label={t('frame.nav.reports')}>
        <a className="btn btn--quiet" href={to(before)}>
          <Icon name="arrow-left" />
          {nameOf(before)}
        </a>
        {!isYear && (
          <a className="btn btn--quiet" href={to(period.slice(0, 4))}>
            {period.slice(0, 4)}
          </a>
        )}
        {after !== null && (
          <a className="btn btn--quiet" href={to(after)}>
            {nameOf(after)}
            <Icon name="chevron-right" />
          </a>
        )}
      </nav>
    </div>
  );
}

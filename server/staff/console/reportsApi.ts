import type { OperatingReports } from '../../../shared/console/reports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Actor } from '../acts/actor.ts';
import { noteExport } from '../acts/noteExport.ts';
import { getReport } from '../ledger/report.ts';
import { reportCsv } from '../ledger/reportCsv.ts';
import { ledgerOf } from './ledgerApi.ts';

/** Creates the queries of reports for a signed-in person. Everybody who may read the ledger may read reports. */
export function operatingReports(context: OperatorContext, asker: Actor): OperatingReports {
  const load: OperatingReports['getReport'] = ({ period, supplier = null }) => getReport(ledgerOf(context), { period, supplier });
  return {
    getReport: load,
    async exportReport({ kind, decimal, ...request }) {
      const report = await load(request);
      if (!report) return null;
      const { period } = report;
      await noteExport({ store: context.store, now: context.clock.now() }, asker, { about: 'report', period, kind });
      const fileName = kind === 'csv' ? `report-${period}.csv` : `report-${period}-connectors.csv`;
      return { fileName, contentType: 'text/csv; charset=utf-8', bytes: reportCsv(report, { kind, decimal }) };
    },
  };
}

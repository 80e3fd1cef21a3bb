import type { FaultLine } from '../../../shared/console/faults.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import { listAllOpenFaults } from '../../store/shop/faultReports.ts';
import { limit } from '../acts/fields.ts';
import { faultLine } from '../stations/faultLines.ts';
import { query } from './commands.ts';

type PointFault = FaultLine & { evseId: string };

/** Prints the open reports of drivers. Addresses and photos are not printed. */
export const FAULT_QUERIES = {
  faults: query<{ limit: number }, PointFault[]>({
    does: 'List the open fault reports of drivers, oldest first',
    fields: { limit: limit(100, 1000) },
    async read({ store: { db } }, { limit: count }) {
      const reports = await listAllOpenFaults(db, count);
      const lines: PointFault[] = [];
      for (const report of reports) {
        const point = await findPoint(db, report.evseId, { includesRemoved: true });
        lines.push({ ...faultLine(report, point), evseId: report.evseId });
      }
      return lines;
    },
    lines: lines => (lines.length === 0 ? ['No open reports.'] : lines.map(inWords)),
  }),
};

const inWords = ({ id, evseId, plug, kind, receivedAt, words, hasPhoto, wantsAnswer, answers }: PointFault): string =>
  [
    ...[id, evseId, plug === null ? '–' : `plug ${plug}`, kind, receivedAt],
    ...(hasPhoto ? ['with photo'] : []),
    ...(wantsAnswer ? [answers.length > 0 ? `answered ${answers.length}×` : 'waits for an answer'] : []),
    ...(words === '' ? [] : [JSON.stringify(words)]),
  ].join('  ');

import { DAY_MS } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { settleAlert } from '../../runtime/alerts.ts';
import type { Trx } from '../../store/engine/database.ts';
import { countOpenFaults, deleteFaultReport, listOldFaults } from '../../store/shop/faultReports.ts';

/** A report, its photo and the driver's address are deleted this long after staff have closed the report. */
const CLOSED_MS = 30 * DAY_MS;
/** A report is deleted this long after its receipt, even if staff have not closed the report. */
const RECEIVED_MS = 180 * DAY_MS;

/** Closes the alert about a charging point if no report about the point is open any more. */
export async function settleFaultAlert(trx: Trx, { evseId, reason, now }: { evseId: string; reason: string; now: Date }) {
  if ((await countOpenFaults(trx, { evseId })) > 0) return;
  await settleAlert(trx, { subjectId: evseId, why: 'drivers report a fault', reason, now });
}

/** Deletes reports whose retention period has ended. @returns the number of reports */
export async function forgetOldFaults(trx: Trx, now: Date): Promise<number> {
  const limits = { receivedBefore: later(now, -RECEIVED_MS), closedBefore: later(now, -CLOSED_MS) };
  const old = await listOldFaults(trx, limits);
  for (const { id } of old) await deleteFaultReport(trx, id);
  for (const evseId of new Set(old.map(report => report.evseId)))
    await settleFaultAlert(trx, { evseId, reason: 'the retention period has ended', now });
  return old.length;
}

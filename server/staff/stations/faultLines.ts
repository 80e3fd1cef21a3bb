import type { FaultLine } from '../../../shared/console/faults.ts';
import type { OperatedFile } from '../../../shared/console/files.ts';
import { iso } from '../../../shared/model/time.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { Db } from '../../store/engine/database.ts';
import { type FaultReportRecord, findFaultPhoto, findFaultReport, listOpenFaults } from '../../store/shop/faultReports.ts';

/** Maximum number of reports that the page of a charging point shows. */
const MAX_FAULTS = 30;

/** Returns the open reports about a charging point, newest first. `clientId`: only those from pages of this client. */
export async function faultLinesAt(db: Db, point: PointRecord, clientId?: string): Promise<FaultLine[]> {
  return (await listOpenFaults(db, { evseId: point.evseId, clientId, limit: MAX_FAULTS })).map(report =>
    faultLine(report, point),
  );
}

/** Returns a report without the driver's address. `point` null: the point has left the catalogue. */
export function faultLine(
  { id, kind, connector, words, receivedAt, hasPhoto, sealedEmail, answers }: FaultReportRecord,
  point: PointRecord | null,
): FaultLine {
  return {
    ...{ id, kind, words, hasPhoto },
    plug: point?.connectors.find(each => each.id === connector)?.number ?? connector,
    receivedAt: iso(receivedAt),
    wantsAnswer: sealedEmail !== '',
    answers: answers.map(({ at, by, words: said }) => ({ at: iso(new Date(at)), by, words: said })),
  };
}

/** Returns the photo of a report. The server has drawn the JPEG itself. `brand`: null if the report is from another brand's page. */
export async function getFaultPhoto(db: Db, { report, brand }: { report: string; brand?: string }): Promise<OperatedFile | null> {
  if (brand !== undefined && (await findFaultReport(db, report))?.clientId !== brand) return null;
  const photo = await findFaultPhoto(db, report);
  if (!photo) return null;
  const bytes = async function* () {
    yield photo;
  };
  return { fileName: `report-${report}.jpg`, contentType: 'image/jpeg', bytes: bytes() };
}

import { Temporal } from 'temporal-polyfill';
import type { OperatedPoint, PointPrice } from '../../../shared/console/point.ts';
import { iso } from '../../../shared/model/time.ts';
import { priceTable } from '../../core/pricing/priceTable.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import type { PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { pricingLocationOf, vatOf } from '../../shop/catalogue/pricingLocation.ts';
import { findClient } from '../../store/shop/catalogue.ts';
import { listPlugChanges } from '../../store/shop/plugChanges.ts';
import { findPointRow } from '../../store/shop/points.ts';
import { findTariffAt } from '../../store/shop/tariffs.ts';
import { sumEnergyAt } from '../../store/staff/business.ts';
import { listSessionRows } from '../../store/staff/sessionRows.ts';
import { faultLinesAt } from '../stations/faultLines.ts';
import { pointLines } from '../stations/stationLists.ts';
import { linesOf } from './lines.ts';

const DAYS = 7;
const MAX_SESSIONS = 5;
/** Maximum number of state changes per plug that the page shows. */
const MAX_CHANGES = 2000;

/**
 * Returns a charging point with its last sessions and the states of its plugs in the last seven days. `brand`: null if the point
 * belongs to another brand; the point can have sessions and reports from the time before it belonged to this one.
 */
export async function getPoint(
  context: OperatorContext,
  { evseId: typed, brand: clientId }: { evseId: string; brand?: string },
): Promise<OperatedPoint | null> {
  const { db } = context.store;
  const row = await findPointRow(db, typed);
  const [point] = row ? await pointLines(context, [row], clientId) : [];
  if (!row || !point || (clientId !== undefined && point.clientId !== clientId)) return null;
  const { evseId } = point;
  const days = lastDays(context);
  const since = days[0]?.from ?? context.clock.now();
  const histories: OperatedPoint['histories'][number][] = [];
  for (const { id, number } of point.plugs) {
    const changes = await listPlugChanges(db, { evseId, connector: id, since, limit: MAX_CHANGES });
    histories.push({ plug: number, changes: changes.map(({ at, state, fault }) => ({ at: iso(at), state, fault })) });
  }
  return {
    point,
    sessions: await linesOf(context, await listSessionRows(db, { evseId, clientId, behind: null, limit: MAX_SESSIONS })),
    energyWh: await sumEnergyAt(db, { evseId, clientId, since }),
    days: days.map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
    histories,
    faults: await faultLinesAt(db, row.point, clientId),
    faultCount: point.openFaults,
    tariffs: [...new Set(row.point.connectors.map(({ tariffId }) => tariffId))],
    prices: await pricesAt(context, row.point),
    station: point.kind === 'ocpp' ? ((await context.stationAdmin?.ocpp?.find(point.at)) ?? null) : null,
  };
}

/** Returns the prices of each tariff of a point, at the first connector that has the tariff. */
async function pricesAt(context: OperatorContext, point: PointRecord): Promise<PointPrice[]> {
  const { db } = context.store;
  const now = context.clock.now();
  const client = await findClient(db, point.clientId);
  const first = new Map(point.connectors.toReversed().map(connector => [connector.tariffId, connector]));
  return Promise.all(
    [...first].toReversed().map(async ([tariff, connector]) => {
      const record = await findTariffAt(db, { id: tariff, at: now });
      if (!client || !record) return { tariff, table: null };
      const at = { place: pricingLocationOf(point, context), powerW: connector.powerW, vatPercent: vatOf(client, point) };
      return { tariff, table: priceTable({ tariff: record.tariff, now, ...at }) };
    }),
  );
}

/** Returns start and end of the last seven days in the time zone of the ledger. */
function lastDays({ clock, books = USUAL_BOOKS }: OperatorContext): { from: Date; to: Date }[] {
  const today = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(books.timeZone).startOfDay();
  return Array.from({ length: DAYS }, (_, place) => {
    const day = today.subtract({ days: DAYS - 1 - place });
    return { from: new Date(day.epochMilliseconds), to: new Date(day.add({ days: 1 }).epochMilliseconds) };
  });
}

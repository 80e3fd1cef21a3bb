import type { StationSession } from '../../../core/ports/stationPort.ts';
import { type AlertKind, raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { makeBill } from '../billing/complete.ts';
import { ifUnpriced } from '../cost/prices.ts';

/** Two reports of the final energy may differ by rounding. */
const ROUNDING_WH = 10;

/**
 * Handles a report about a session that is already billed. Neither the bill nor the readings change, so that drivers can still
 * verify the bill. An alert states the difference in energy and money if the reported energy is more than 10 Wh higher, or if
 * the final energy is more than 10 Wh lower.
 */
export async function noteAfterBill(
  context: OperatorContext,
  trx: Trx,
  { session, station, now }: { session: SessionRecord; station: StationSession; now: Date },
): Promise<void> {
  const { id: subjectId, energyWh: billedWh, totalMinor } = session;
  const reportedWh = Math.max(...station.readings.map(({ energyWh }) => energyWh));
  const lastWh = station.readings.at(-1)?.energyWh ?? billedWh;
  const raise = async (why: AlertKind, energyWh: number) => {
    const accounted = { energyWh, endedAt: session.endedAt ?? now };
    const made = await makeBill(context, trx, { session, now, accounted }).catch(ifUnpriced(() => null));
    const facts = {
      reason: `billed ${billedWh / 1000} kWh, reported ${energyWh / 1000} kWh`,
      ...(made && { amountMinor: Math.abs(made.bill.totalMinor - (totalMinor ?? 0)) }),
    };
    await raiseAlertOnce(trx, { at: now, subjectId, why, facts });
  };
  if (reportedWh > billedWh + ROUNDING_WH) await raise('more energy told after the bill', reportedWh);
  else if (station.isFinal && lastWh < billedWh - ROUNDING_WH && (totalMinor ?? 0) > 0)
    await raise('less energy told after the bill', lastWh);
}

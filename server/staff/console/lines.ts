import type { SessionLine, Standing } from '../../../shared/console/operating.ts';
import { iso } from '../../../shared/model/time.ts';
import { latest } from '../../core/records/instants.ts';
import { LAST_VALUE_LIMIT_MS, type OperatorContext } from '../../runtime/context.ts';
import { cachePrice, costSoFar, priceNow } from '../../shop/sessions/cost/priceNow.ts';
import { ifUnpriced } from '../../shop/sessions/cost/prices.ts';
import type { Db } from '../../store/engine/database.ts';
import { latestReading } from '../../store/shop/readings.ts';
import { findSession } from '../../store/shop/sessions.ts';
import type { SessionRow } from '../../store/staff/sessionRows.ts';

const GOING: Readonly<Partial<Record<SessionRow['state'], Standing>>> = {
  draft: 'ordered',
  starting: 'starting',
  running: 'charging',
  paused: 'paused',
  cancelling: 'cancelling',
};

/** Derives the status of a session that the console shows to staff. */
function standingOf(row: SessionRow, lastReadingAt: Date | null, now: Date): Standing {
  const going = GOING[row.state];
  if (going) return going;
  if (row.state === 'stopping') return isMissing(row, lastReadingAt, now) ? 'last-value-missing' : 'stopping';
  if (row.state === 'cancelled') return 'never-started';
  if (row.payment === null) return 'free';
  return billed(row);
}

function billed({ payment, capturedMinor, refundedMinor, totalMinor, dispute }: SessionRow): Standing {
  if (payment === 'released') return 'waived';
  if (payment !== 'captured') return 'not-captured';
  if (dispute === 'open') return 'disputed';
  if (dispute === 'lost') return 'dispute-lost';
  if (refundedMinor > 0) return refundedMinor >= (capturedMinor ?? 0) ? 'refunded' : 'partly-refunded';
  return (totalMinor ?? 0) > (capturedMinor ?? 0) ? 'capped' : 'billed';
}

function isMissing({ stopRequestedAt, endedAt }: SessionRow, lastReadingAt: Date | null, now: Date): boolean {
  const since = [stopRequestedAt, endedAt, lastReadingAt].filter(at => at !== null).reduce(latest, new Date(0));
  return now.getTime() - since.getTime() >= LAST_VALUE_LIMIT_MS;
}

const isGoing = ({ state }: SessionRow): boolean => state === 'running' || state === 'paused' || state === 'stopping';

/** Returns a session as a list entry. The price is null until the bill is final. */
export async function plainLine(db: Db, row: SessionRow, now: Date): Promise<SessionLine> {
  const reading = isGoing(row) ? await latestReading(db, row.id) : null;
  return {
    number: row.number,
    createdAt: iso(row.createdAt),
    evseId: row.evseId,
    standing: standingOf(row, reading?.at ?? null, now),
    card: row.digits.at(0) ?? null,
    energyWh: reading?.energyWh ?? row.energyWh,
    currency: row.currency,
    priceMinor: isGoing(row) ? null : settledPrice(row),
    heldMinor: row.wasHeld ? row.amountMinor : null,
    capturedMinor: row.capturedMinor,
    refundedMinor: row.refundedMinor,
    lastReadingAt: iso(reading?.at),
  };
}

/**
 * Returns a session as a list entry. While the session is active, the entry contains the price so far. If that price cannot be
 * calculated, it is null, and an alert reports the session.
 */
export async function lineOf(context: OperatorContext, row: SessionRow): Promise<SessionLine> {
  const line = await plainLine(context.store.db, row, context.clock.now());
  return isGoing(row) ? { ...line, priceMinor: await soFar(context, row.id).catch(ifUnpriced(() => null)) } : line;
}

/** Returns the price of an active session so far, in minor units. Null: charging has not started. */
async function soFar(context: OperatorContext, id: string): Promise<number | null> {
  const session = await findSession(context.store.db, id);
  if (!session?.startedAt) return null;
  const priced = await priceNow(context.store.db, session, context);
  const totalMinor = costSoFar(priced);
  cachePrice(context, priced);
  return Math.min(totalMinor, priced.order.limitMinor ?? totalMinor);
}

export const linesOf = async (context: OperatorContext, rows: readonly SessionRow[]) => {
  const lines: SessionLine[] = [];
  for (const row of rows) lines.push(await lineOf(context, row));
  return lines;
};

const settledPrice = ({ state, totalMinor }: SessionRow): number | null => (state === 'completed' ? totalMinor : null);

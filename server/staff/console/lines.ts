import type { GoingSession, SessionLine, SessionSite, Standing } from '../../../shared/console/sessions.ts';
import { iso } from '../../../shared/model/time.ts';
import { pointsOf } from '../../core/pricing/powerCurve.ts';
import { latest } from '../../core/records/instants.ts';
import type { PointRecord } from '../../core/records/records.ts';
import { LAST_VALUE_LIMIT_MS, type OperatorContext } from '../../runtime/context.ts';
import type { MeterNow } from '../../shop/sessions/cost/meterSoFar.ts';
import { cachePrice, costSoFar, priceNow } from '../../shop/sessions/cost/priceNow.ts';
import { ifUnpriced } from '../../shop/sessions/cost/prices.ts';
import type { Db } from '../../store/engine/database.ts';
import { listPointsById } from '../../store/shop/points.ts';
import { lastChargingAt, latestReading } from '../../store/shop/readings.ts';
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

/** A list entry without the address, as files contain it. */
export type PlainLine = Omit<SessionLine, 'place'>;

/** Returns a session as a list entry. The price is null until the bill is final. */
export async function plainLine(db: Db, row: SessionRow, now: Date): Promise<PlainLine> {
  const reading = isGoing(row) ? await latestReading(db, row.id) : null;
  return {
    number: row.number,
    brand: row.clientId,
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
 * Returns sessions as list entries. While a session is active, its entry contains the price so far. If that price cannot be
 * calculated, the entry contains null, and an alert reports the session.
 */
export const linesOf = async (context: OperatorContext, rows: readonly SessionRow[]): Promise<SessionLine[]> =>
  (await pricedLines(context, rows)).map(({ line }) => line);

interface PricedLine {
  row: SessionRow;
  line: SessionLine;
  /** Null: the session is not active, charging has not started, or the price cannot be calculated. */
  meter: MeterNow | null;
}

async function pricedLines(context: OperatorContext, rows: readonly SessionRow[]): Promise<PricedLine[]> {
  const { db } = context.store;
  const findSite = await sitesOf(db, rows);
  const lines: PricedLine[] = [];
  for (const row of rows) {
    const line = { ...(await plainLine(db, row, context.clock.now())), place: findSite(row) };
    const priced = isGoing(row) ? await pricedSoFar(context, row) : null;
    lines.push({ row, line: priced ? { ...line, priceMinor: priced.totalMinor } : line, meter: priced?.meter ?? null });
  }
  return lines;
}

/** Returns one session as a list entry. */
export async function lineOf(context: OperatorContext, row: SessionRow): Promise<SessionLine> {
  const [line] = await linesOf(context, [row]);
  if (!line) throw new Error('A row without a line');
  return line;
}

/** Returns a function that returns the address and the plug of one of these sessions. */
export async function sitesOf(db: Db, rows: readonly SessionRow[]): Promise<(row: SessionRow) => SessionSite | null> {
  const evseIds = rows.map(({ evseId }) => evseId);
  const points = new Map((await listPointsById(db, evseIds)).map(point => [point.evseId, point]));
  return row => siteOf(points.get(row.evseId), row);
}

function siteOf(point: PointRecord | undefined, { connector }: SessionRow): SessionSite | null {
  const plug = point?.connectors.find(({ id }) => id === connector);
  return point && plug ? { street: point.street, city: point.city, plug: plug.number, kind: plug.kind } : null;
}

interface PricedSoFar {
  totalMinor: number;
  meter: MeterNow;
}

/** Returns the price of an active session so far. Null: charging has not started, or the price cannot be calculated. */
const pricedSoFar = (context: OperatorContext, { id }: SessionRow): Promise<PricedSoFar | null> =>
  priceSoFar(context, id).catch(ifUnpriced(() => null));

async function priceSoFar(context: OperatorContext, id: string): Promise<PricedSoFar | null> {
  const session = await findSession(context.store.db, id);
  if (!session?.startedAt) return null;
  const priced = await priceNow(context.store.db, session, context);
  if (!priced.meter) return null;
  const totalMinor = costSoFar(priced);
  cachePrice(context, priced);
  return { totalMinor: Math.min(totalMinor, priced.order.limitMinor ?? totalMinor), meter: priced.meter };
}

/** Returns active sessions with their power over time. */
export async function goingOf(context: OperatorContext, rows: readonly SessionRow[]): Promise<GoingSession[]> {
  const going: GoingSession[] = [];
  for (const { row, line, meter } of await pricedLines(context, rows)) {
    const curve = meter ? pointsOf(meter.curve) : [];
    const startedAt = iso(row.startedAt);
    going.push({ ...line, startedAt, powerW: meter?.latest?.powerW ?? null, curve, pausedAt: iso(await pausedAt(context, row)) });
  }
  return going;
}

/** Returns the time from which no energy has flowed in a paused session. Null: the session is not paused. */
export async function pausedAt({ store: { db } }: Pick<OperatorContext, 'store'>, { id, state, startedAt }: SessionRow) {
  return state === 'paused' ? ((await lastChargingAt(db, id)) ?? startedAt) : null;
}

const settledPrice = ({ state, totalMinor }: SessionRow): number | null => (state === 'completed' ? totalMinor : null);

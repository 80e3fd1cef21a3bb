import type { MeterReading, StationSession, StationState } from '../../../core/ports/stationPort.ts';
import { wholeOf } from '../messages/decimals.ts';
import type { ChargingPeriod, OcpiSession } from '../messages/session.ts';

/** What the app knows of a session from the CPO's earlier messages. */
export interface KnownSession {
  state: StationState;
  /** True: the session has been ACTIVE. A session that becomes INVALID without having been ACTIVE has never begun. */
  wasActive: boolean;
  lastReading: MeterReading | null;
}

export type SessionAlert = 'unknown status' | 'active again after its end';

interface StationSessionInput {
  authorizationReference: string;
  session: OcpiSession;
  /** Null: this is the first message about the session. */
  known: KnownSession | null;
  now: Date;
}

interface StationSessionResult {
  station: StationSession;
  /** To be passed as `known` with the next message. */
  known: KnownSession;
  alert: SessionAlert | null;
}

type StateOf = (known: KnownSession | null) => StationState;

/**
 * Maps OCPI's status of a session to the app's state. An ended session becomes final only with its CDR. The CPO does not bill an
 * INVALID session.
 */
const STATES: Readonly<Record<string, StateOf>> = {
  // If a PENDING message arrives after ACTIVE, it is late and changes nothing.
  PENDING: known => (known === null || known.state === 'cancelled' ? 'waiting' : known.state),
  ACTIVE: () => 'charging',
  COMPLETED: () => 'ended',
  INVALID: known => (known?.wasActive ? 'ended' : 'cancelled'),
};

/**
 * Converts a session to a report with at most one new meter reading. Meter readings are not interpolated, and their energy never
 * decreases.
 */
export function stationOfSession({ authorizationReference, session, known, now }: StationSessionInput): StationSessionResult {
  const { state, alert } = stateOf(session, known);
  const hasStarted = state !== 'waiting' && state !== 'cancelled';
  const reading = hasStarted ? newReading({ session, last: known?.lastReading ?? null, now }) : null;
  return {
    station: {
      authorizationReference,
      state,
      startedAt: hasStarted ? session.start_date_time : null,
      endedAt: state === 'ended' ? endOf(session, now) : null,
      readings: reading ? [reading] : [],
      signedValues: [],
      isFinal: false,
    },
    known: {
      state,
      wasActive: state === 'charging' || (known?.wasActive ?? false),
      lastReading: reading ?? known?.lastReading ?? null,
    },
    alert,
  };
}

function stateOf({ status }: OcpiSession, known: KnownSession | null): { state: StationState; alert: SessionAlert | null } {
  const found = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  if (found === undefined) return { state: known?.state ?? 'waiting', alert: 'unknown status' };
  const state = found(known);
  if (known?.state === 'ended' && state === 'charging') return { state: 'ended', alert: 'active again after its end' };
  return { state, alert: null };
}

const endOf = ({ end_date_time, last_updated }: OcpiSession, now: Date): Date => end_date_time ?? last_updated ?? now;

function newReading({
  session,
  last,
  now,
}: Pick<StationSessionInput, 'session' | 'now'> & { last: MeterReading | null }): MeterReading | null {
  const { status, last_updated, start_date_time, kwh, charging_periods } = session;
  const stated = status === 'COMPLETED' ? endOf(session, now) : (last_updated ?? now);
  // If a clock is wrong, the time of the meter reading is limited to the interval from the start of the session until now.
  const at = new Date(Math.max(start_date_time.getTime(), Math.min(stated.getTime(), now.getTime())));
  const energyWh = wholeOf(kwh, 3);
  const [latest] = charging_periods.toSorted((a, b) => b.start_date_time.getTime() - a.start_date_time.getTime());
  const isCharging = !(latest && isParking(latest));
  if (last && (at <= last.at || energyWh < last.energyWh)) return null;
  const isNew = !last || energyWh > last.energyWh || isCharging !== last.isCharging || !isCharging;
  if (!isNew) return null;
  const before = last ?? { at: start_date_time, energyWh: 0 };
  const powerW =
    (latest && powerIn(latest)) ?? averageW({ fromMs: before.at.getTime(), toMs: at.getTime(), wh: energyWh - before.energyWh });
  return { at, energyWh, powerW, isCharging };
}

/** True if the vehicle draws no power during the period. */
function isParking({ dimensions }: ChargingPeriod): boolean {
  const stated = dimensions.filter(({ volume }) => Number(volume) > 0).map(({ type }) => type);
  return stated.includes('PARKING_TIME') && !stated.includes('ENERGY');
}

function powerIn({ dimensions }: ChargingPeriod): number | null {
  const kilowatts = dimensions.find(({ type }) => type === 'POWER')?.volume;
  return kilowatts === undefined ? null : Math.max(0, wholeOf(kilowatts, 3));
}

/** Returns the average power in W. */
export const averageW = ({ fromMs, toMs, wh }: { fromMs: number; toMs: number; wh: number }): number =>
  toMs > fromMs ? Math.round((wh * 3_600_000) / (toMs - fromMs)) : 0;

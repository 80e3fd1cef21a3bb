import { end, pause } from './charging.ts';
import { count } from './meter.ts';
import { nowMs, type Plug, type Station, type StopReason, type Transaction } from './station.ts';
import { wait } from './time.ts';

const CHECK_INTERVAL_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Limit {
  trigger: string;
  reason: StopReason;
  /**
   * Returns the milliseconds until the limit is reached; null if the transaction has no limit of this kind or the time cannot be
   * predicted.
   */
  msLeft(station: Station, plug: Plug, transaction: Transaction): number | null;
}

/** The kinds of `transactionLimit` (OCPP 2.1) that the station supports. */
const LIMITS: readonly Limit[] = [
  {
    trigger: 'EnergyLimitReached',
    reason: 'EnergyLimitReached',
    msLeft(_station, { meter }, { limit, registerWh }) {
      if (limit?.maxEnergy === undefined) return null;
      const leftWh = limit.maxEnergy - (meter.registerWh - registerWh);
      if (leftWh <= 0) return 0;
      return meter.powerW > 0 ? Math.ceil((leftWh / meter.powerW) * HOUR_MS) : null;
    },
  },
  {
    trigger: 'TimeLimitReached',
    reason: 'TimeLimitReached',
    msLeft: (station, _plug, { limit, startedMs }) =>
      limit?.maxTime === undefined ? null : Math.max(0, startedMs + limit.maxTime * 1000 - nowMs(station)),
  },
  {
    trigger: 'CostLimitReached',
    reason: 'LocalOutOfCredit',
    msLeft: (_station, _plug, { limit, cost }) =>
      limit?.maxCost !== undefined && cost !== null && cost >= limit.maxCost ? 0 : null,
  },
];

/**
 * Watches the limit that the app has set for a transaction. When it is reached, charging ends or pauses, depending on the switch
 * `atLimit`.
 */
export async function watchLimit(station: Station, plug: Plug, transaction: Transaction): Promise<void> {
  const { limit } = transaction;
  while (plug.transaction === transaction && transaction.limit === limit) {
    count(station, plug);
    const left = LIMITS.map(each => ({ each, ms: each.msLeft(station, plug, transaction) ?? CHECK_INTERVAL_MS }));
    const reached = left.find(({ ms }) => ms <= 0)?.each;
    if (reached) return stopAt(station, plug, reached);
    const signal = plug.flow?.over.signal ?? plug.waiting.signal;
    await wait(station, Math.min(CHECK_INTERVAL_MS, ...left.map(({ ms }) => ms)), signal);
    if (signal.aborted && plug.flow === null) return;
  }
}

function stopAt(station: Station, plug: Plug, { trigger, reason }: Limit): void {
  if (station.at(plug).transaction.atLimit === 'ends') end(station, plug, { trigger, reason });
  else pause(station, plug, 'SuspendedEVSE', trigger);
}

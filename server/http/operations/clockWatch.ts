import { HOUR_MS, iso } from '../../../shared/model/time.ts';
import type { Log } from '../request/log.ts';
import type { Check } from './checks.ts';

/** The two clocks of the machine: the wall clock, which can be set, and the monotonic clock, which cannot. */
export interface MachineClocks {
  wallMs(): number;
  countedMs(): number;
}

export interface ClockWatch {
  check: Check;
  close(): void;
}

const CHECK_INTERVAL_MS = 10_000;
/** Smallest difference between the two clocks that counts as a jump. Time servers correct the clock in far smaller steps. */
const JUMP_MS = 2000;
const REPORT_FOR_MS = HOUR_MS;

const MACHINE: MachineClocks = { wallMs: Date.now, countedMs: () => performance.now() };

/**
 * Detects that the system clock was set or that the machine was suspended. Jobs then run too early or too late, and documents
 * may contain wrong times. The check reports a jump for one hour; it is logged once.
 */
export function createClockWatch({
  log,
  clocks = MACHINE,
}: {
  log: Pick<Log, 'warn'>;
  clocks?: MachineClocks | undefined;
}): ClockWatch {
  let [wallMs, countedMs] = [clocks.wallMs(), clocks.countedMs()];
  let jump: { byS: number; at: string; countedMs: number } | null = null;
  const checkClocks = (): void => {
    const before = { wallMs, countedMs };
    [wallMs, countedMs] = [clocks.wallMs(), clocks.countedMs()];
    const byMs = wallMs - before.wallMs - (countedMs - before.countedMs);
    if (Math.abs(byMs) >= JUMP_MS) {
      jump = { byS: Math.round(byMs / 1000), at: iso(wallMs), countedMs };
      log.warn('clock jumped', { byS: jump.byS });
    }
    if (jump && countedMs - jump.countedMs > REPORT_FOR_MS) jump = null;
  };
  const timer = setInterval(checkClocks, CHECK_INTERVAL_MS).unref();
  return {
    check: {
      name: 'clock',
      async check() {
        checkClocks();
        return jump ? { degraded: 'jumped', jumpedByS: jump.byS, jumpedAt: jump.at } : { degraded: null, jumpedByS: 0 };
      },
    },
    close: () => clearInterval(timer),
  };
}

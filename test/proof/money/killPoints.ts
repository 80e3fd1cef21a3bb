import type { Payments } from '../../../server/core/ports/ports.ts';
import type { Stations } from '../../../server/core/ports/stationPort.ts';
import type { Store } from '../../../server/store/engine/database.ts';

/** A named point in the code. The process is killed when it passes the point for the nth time from now. */
export interface KillAt {
  point: string;
  n: number;
}

const PAYMENT_STEPS = ['authorise', 'read', 'capture', 'close', 'release'] as const;
const STATION_STEPS = ['start', 'cancelStart', 'stop', 'read'] as const;

/**
 * The names of all points: before and after each call to the payment provider or a station, and before, inside and after each
 * transaction.
 */
export const KILL_POINTS: readonly string[] = [
  ...PAYMENT_STEPS.flatMap(step => [`before payments.${step}`, `after payments.${step}`]),
  ...STATION_STEPS.flatMap(step => [`before stations.${step}`, `after stations.${step}`]),
  ...['before transaction', 'before commit', 'after transaction'],
];

export interface KillSwitch {
  arm(at: KillAt): void;
  store(store: Store): Store;
  payments(payments: Payments): Payments;
  stations(stations: Stations): Stations;
}

/** Wraps the app's ports and its store. The wrappers kill the process at the chosen point, as a power failure would. */
export function createKillSwitch(): KillSwitch {
  let armed: KillAt | null = null;
  const pass = (point: string): void => {
    if (armed?.point !== point || --armed.n > 0) return;
    process.kill(process.pid, 'SIGKILL');
    // SIGKILL may take effect a moment later. This loop prevents that more code runs until then.
    for (;;);
  };
  const around = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    pass(`before ${name}`);
    const result = await work();
    pass(`after ${name}`);
    return result;
  };
  return {
    arm: at => {
      armed = { ...at };
    },
    store: store => ({
      ...store,
      inTransaction: (work, isolation) =>
        around('transaction', () =>
          store.inTransaction(async trx => {
            const result = await work(trx);
            pass('before commit');
            return result;
          }, isolation),
        ),
    }),
    payments: payments => ({
      ...payments,
      createCheckout: request => around('payments.authorise', () => payments.createCheckout(request)),
      read: ref => around('payments.read', () => payments.read(ref)),
      capture: request => around('payments.capture', () => payments.capture(request)),
      close: request => around('payments.close', () => payments.close(request)),
      release: request => around('payments.release', () => payments.release(request)),
    }),
    stations: stations => ({
      ...stations,
      start: request => around('stations.start', () => stations.start(request)),
      cancelStart: request => around('stations.cancelStart', () => stations.cancelStart(request)),
      stop: request => around('stations.stop', () => stations.stop(request)),
      read: request => around('stations.read', () => stations.read(request)),
    }),
  };
}
